package org.isogloss.data;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The lines of a UTF-8 file, plain or gzip (told by its first bytes, not by its name). Line ends
 * are {@code \n} or {@code \r\n}; a byte order mark is passed over. What is not UTF-8 is never
 * replaced in silence: such a line is malformed, and the caller decides.
 */
final class TextLines implements Closeable {
  /** Longer lines are taken for a file that has no lines. */
  static final int MAX_LINE_BYTES = 64 << 20;

  private static final int CHUNK = 1 << 16;

  private final Path file;
  private final InputStream in;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private byte[] buffer = new byte[CHUNK];
  private int start;
  private int end;
  private long line;

  private TextLines(Path file, InputStream in) {
    this.file = file;
    this.in = in;
  }

  /**
   * Opens a file.
   *
   * @throws FormatException if it is missing, a folder, or in an encoding other than UTF-8 by its
   *     byte order mark
   */
  static TextLines open(Path file) {
    InputStream in = null;
    try {
      in = decompressed(file);
      TextLines lines = new TextLines(file, in);
      lines.skipByteOrderMark();
      return lines;
    } catch (IOException | FormatException e) {
      closeQuietly(in, e);
      throw e instanceof FormatException f ? f : broken(file, 0, (IOException) e);
    }
  }

  /** Opens the bytes of a file, unpacked where it is gzip. */
  static InputStream decompressed(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new FormatException(file, 0, "is a folder, expected a file");
    }
    InputStream raw;
    try {
      raw = new BufferedInputStream(Files.newInputStream(file), CHUNK);
    } catch (NoSuchFileException e) {
      throw new FormatException(file, 0, "no such file");
    }
    try {
      raw.mark(2);
      int magic = raw.read() | raw.read() << 8;
      raw.reset();
      return magic == GZIPInputStream.GZIP_MAGIC ? new GZIPInputStream(raw, CHUNK) : raw;
    } catch (IOException e) {
      closeQuietly(raw, e);
      throw e;
    }
  }

  private static void closeQuietly(InputStream in, Exception reason) {
    try {
      if (in != null) {
        in.close();
      }
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  /** What an exception of the input means for whoever reads {@code file}. */
  static FormatException broken(Path file, long line, IOException e) {
    String problem =
        switch (e) {
          case EOFException eof ->
              "the gzip file is cut short; what stands before this line is good: get a whole copy";
          case ZipException zip ->
              "the gzip file is damaged (" + zip.getMessage() + "): get a whole copy";
          default -> "cannot be read: " + e.getMessage();
        };
    return new FormatException(file, line, problem);
  }

  private void skipByteOrderMark() throws IOException {
    while (end - start < 3 && fill()) {
      // Fills until three bytes are there or the file ends.
    }
    int first = end - start > 0 ? buffer[start] & 0xff : -1;
    int second = end - start > 1 ? buffer[start + 1] & 0xff : -1;
    int third = end - start > 2 ? buffer[start + 2] & 0xff : -1;
    if (first == 0xef && second == 0xbb && third == 0xbf) {
      start += 3;
    } else if ((first == 0xff && second == 0xfe) || (first == 0xfe && second == 0xff)) {
      throw new FormatException(
          file, 0, "is UTF-16, expected UTF-8: convert it with iconv -f UTF-16 -t UTF-8");
    }
  }

  /**
   * The next line without its end.
   *
   * @return null at the end of the file
   * @throws MalformedRecordException if the line is not UTF-8 or holds a NUL; the lines behind it
   *     can still be read
   * @throws FormatException if the file cannot be read any further
   */
  String next() throws MalformedRecordException {
    try {
      int scanned = 0;
      int newline = indexOfNewline(start);
      while (newline < 0) {
        scanned = end - start;
        if (scanned > MAX_LINE_BYTES) {
          throw new FormatException(
              file, line + 1, "more than 64 MiB without a line end: is this a text file?");
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
      line++;
      int from = start;
      int to = newline;
      start = Math.min(newline + 1, end);
      if (to > from && buffer[to - 1] == '\r') {
        to--;
      }
      return decode(from, to);
    } catch (IOException e) {
      throw broken(file, line + 1, e);
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
  long line() {
    return line;
  }

  Path file() {
    return file;
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
