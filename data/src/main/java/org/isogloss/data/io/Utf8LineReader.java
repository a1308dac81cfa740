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
 * The lines of a UTF-8 file, plain or gzip (told by its first bytes, not by its name). Line ends
 * are {@code \n} or {@code \r\n}; a byte order mark is passed over. What is not UTF-8 is never
 * replaced in silence: such a line is malformed, and the caller decides.
 */
public final class Utf8LineReader implements Closeable {
  /** Longer lines are taken for a file that has no lines. */
  public static final int MAX_LINE_BYTES = 64 << 20;

  private static final int CHUNK = 1 << 16;

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
   * @throws FormatException if it is missing, a folder, or in an encoding other than UTF-8 by its
   *     byte order mark
   */
  public static Utf8LineReader open(Path file) {
    return new Utf8LineReader(InputFileStream.open(file));
  }

  /**
   * The next line without its end.
   *
   * @return null at the end of the file
   * @throws MalformedRecordException if the line is not UTF-8 or holds a NUL; the lines behind it
   *     can still be read
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
              file(), lineNumber + 1, "more than 64 MiB without a line end: is this a text file?");
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
    ByteBuffer bytes = ByteBuffer.wrap(buffer, from, to - from);
    try {
      String text = decoder.decode(bytes).toString();
      if (text.indexOf('\0') >= 0) {
        throw new MalformedRecordException(
            "holds a NUL character: expected text, found binary data or UTF-16");
      }
      return text;
    } catch (CharacterCodingException e) {
      int at = bytes.position();
      String found = HexFormat.of().withUpperCase().toHexDigits(buffer[at]);
      throw new MalformedRecordException(
          "is not UTF-8 (byte 0x"
              + found
              + " at column "
              + (at - from + 1)
              + "): convert the file from its own encoding, for instance with iconv -f WINDOWS-1252 -t UTF-8");
    }
  }

  /** Brings in more bytes behind those not read yet; these move to the front of the buffer. */
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

  /** The number of the line that {@link #next} gave last or found malformed, from 1. */
  public long lineNumber() {
    return lineNumber;
  }

  /** How much of the file was read: from 0 to 1, in bytes as they lie on the disk. */
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
