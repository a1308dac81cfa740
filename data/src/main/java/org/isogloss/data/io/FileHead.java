// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;

/**
 * The beginning of a file.
 *
 * @param text the first 64 KiB; bytes that are not UTF-8 are replaced
 * @param lines the complete lines of {@code text} that are UTF-8 and not blank
 */
public record FileHead(Path file, String text, List<String> lines) {
  private static final int BYTES = 1 << 16;

  /**
   * Reads the beginning of a file. The bytes of a pipe are kept for the reader that opens it next.
   *
   * @throws FormatException if the file cannot be read, is in a binary format or another encoding,
   *     or contains no line of UTF-8 text
   */
  public static FileHead read(Path file) {
    InputFileStream in = InputFileStream.open(file);
    byte[] bytes = in.peek(BYTES);
    try {
      in.requireReadable();
      return of(file, bytes);
    } finally {
      in.closeAfterPeek();
    }
  }

  private static FileHead of(Path file, byte[] bytes) {
    Optional<String> foreign = ForeignContent.describe(bytes, InputPaths.isReadOnce(file));
    if (foreign.isPresent()) {
      throw new FormatException(file, 0, foreign.get());
    }
    List<String> lines = new ArrayList<>();
    int unreadable = 0;
    int start = 0;
    while (start < bytes.length) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (end == bytes.length && bytes.length == BYTES) {
        break;
      }
      try {
        ByteBuffer line = ByteBuffer.wrap(bytes, start, end - start);
        String text = StandardCharsets.UTF_8.newDecoder().decode(line).toString();
        if (text.indexOf('\0') >= 0) {
          unreadable++;
        } else if (!text.isBlank()) {
          lines.add(withoutReturn(text));
        }
      } catch (CharacterCodingException e) {
        unreadable++;
      }
      start = end + 1;
    }
    if (unreadable > lines.size() && hasNul(bytes)) {
      throw new FormatException(
          file, 0, "is binary data, expected text: export its content as JSONL or CSV");
    }
    if (lines.isEmpty() && unreadable > 0) {
      throw new FormatException(
          file,
          1,
          "is not UTF-8 text: convert it from its own encoding, for instance with iconv -f"
              + " WINDOWS-1252 -t UTF-8");
    }
    return new FileHead(file, new String(bytes, StandardCharsets.UTF_8), List.copyOf(lines));
  }

  private static boolean hasNul(byte[] bytes) {
    for (byte one : bytes) {
      if (one == 0) {
        return true;
      }
    }
    return false;
  }

  private static String withoutReturn(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /** Whether the file begins with nothing but white space. */
  public boolean isEmpty() {
    return text.isBlank();
  }

  /** The first line that is not blank; empty if there is none. */
  public String firstLine() {
    return lines.isEmpty() ? "" : lines.getFirst();
  }

  /** The same beginning without the lines that are comments in formats that have them. */
  public FileHead withoutComments() {
    return new FileHead(
        file, text, lines.stream().filter(line -> !LineRecordReader.isComment(line)).toList());
  }

  /** Whether more than half of the lines match a predicate. */
  public boolean majorityMatches(Predicate<String> predicate) {
    return 2 * lines.stream().filter(predicate).count() > lines.size();
  }
}
