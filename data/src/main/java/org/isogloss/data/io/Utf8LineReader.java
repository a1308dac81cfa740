// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;

/**
 * The lines of a UTF-8 file, plain or compressed (detected by the first bytes, not by its name).
 * Line ends are {@code \n} or {@code \r\n}; a byte order mark is removed. Bytes that are not UTF-8
 * are never silently replaced: such a line is malformed.
 */
public final class Utf8LineReader implements Closeable {
  /** Maximum length of a line in bytes; a file with a longer line is assumed not to be text. */
  public static final int MAX_LINE_BYTES = 64 << 20;

  private static final int CHUNK = 1 << 16;

  /** What a malformed byte is decoded to; it may also be written in a file. */
  private static final char REPLACEMENT = '\uFFFD';

  private final InputFileStream in;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private byte[] buffer = new byte[CHUNK];
  private int start;
  private int end;
  private long lineNumber;

  private Utf8LineReader(InputFileStream in) {
    this.in = in;
  }

  /**
   * Opens a file.
   *
   * @throws FormatException if the file does not exist, is a folder, or has the byte order mark of
   *     another encoding than UTF-8
   */
  public static Utf8LineReader open(Path file) {
    return new Utf8LineReader(InputFileStream.open(file));
  }

  /**
   * Reads the next line, without its line end.
   *
   * @return null at the end of the file
   * @throws MalformedRecordException if the line is not UTF-8 or contains a NUL; later lines can
   *     still be read
   * @throws FormatException if the file cannot be read any further
   */
  public String next() throws MalformedRecordException {
    try {
      int scanned = 0;
      int newline = indexOfNewline(start);
      while (newline < 0) {
        scanned = end - start;
        if (scanned > MAX_LINE_BYTES) {
          throw new FormatException(
              file(),
              lineNumber + 1,
              "has more than 64 MiB without a line end, expected a text file");
        }
        if (!fill()) {
          newline = end;
          break;
        }
        newline = indexOfNewline(start + scanned);
      }
      if (newline == end && start == end) {
        return null;
      }
      lineNumber++;
      int from = start;
      int to = newline;
      start = Math.min(newline + 1, end);
      if (to > from && buffer[to - 1] == '\r') {
        to--;
      }
      return decode(from, to);
    } catch (IOException e) {
      throw in.readFailure(lineNumber + 1, e);
    }
  }

  private int indexOfNewline(int from) {
    for (int i = from; i < end; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private String decode(int from, int to) throws MalformedRecordException {
    // The JDK decodes a string quicker than a decoder does, and replaces malformed bytes.
    String text = new String(buffer, from, to - from, StandardCharsets.UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0) {
      requireUtf8(from, to);
    }
    if (text.indexOf('\0') >= 0) {
      throw new MalformedRecordException(
          "contains a NUL character: expected text, found binary data or UTF-16");
    }
    return text;
  }

  private void requireUtf8(int from, int to) throws MalformedRecordException {
    ByteBuffer bytes = ByteBuffer.wrap(buffer, from, to - from);
    try {
      decoder.decode(bytes);
    } catch (CharacterCodingException e) {
      int at = bytes.position();
      String found = HexFormat.of().withUpperCase().toHexDigits(buffer[at]);
      throw new MalformedRecordException(
          "is not UTF-8 (byte 0x"
              + found
              + " at column "
              + (at - from + 1)
              + "): convert the file from its own encoding, for instance with iconv -f WINDOWS-1252"
              + " -t UTF-8");
    }
  }

  /** Reads more bytes after the unread bytes, which move to the beginning of the buffer. */
  private boolean fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, end, buffer.length - end);
    end += Math.max(read, 0);
    return read > 0;
  }

  /** The number, from 1, of the last line that {@link #next} returned or found malformed. */
  public long lineNumber() {
    return lineNumber;
  }

  /** The share of the file that has been read, from 0 to 1, in bytes on the disk. */
  public double progress() {
    return in.progress();
  }

  public Path file() {
    return in.file();
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
