package org.isogloss.data;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The bytes of a file of UTF-8 text, unpacked where the file is gzip (told by its first bytes, not
 * by its name), behind the byte order mark where there is one.
 */
final class InputFile extends FilterInputStream {
  private static final int CHUNK = 1 << 16;

  private final Path file;
  private final Counter raw;

  private InputFile(Path file, Counter raw, InputStream in) {
    super(in);
    this.file = file;
    this.raw = raw;
  }

  /**
   * Opens a file.
   *
   * @throws FormatException if it is missing, a folder, or in an encoding other than UTF-8 by its
   *     byte order mark
   */
  static InputFile open(Path file) {
    if (Files.isDirectory(file)) {
      throw new FormatException(file, 0, "is a folder, expected a file");
    }
    InputStream in = null;
    try {
      Counter raw = new Counter(Files.newInputStream(file), Files.size(file));
      in = raw;
      in = new BufferedInputStream(in, CHUNK);
      in.mark(2);
      int magic = in.read() | in.read() << 8;
      in.reset();
      if (magic == GZIPInputStream.GZIP_MAGIC) {
        in = new BufferedInputStream(new GZIPInputStream(in, CHUNK), CHUNK);
      }
      passByteOrderMark(file, in);
      return new InputFile(file, raw, in);
    } catch (IOException e) {
      closeQuietly(in, e);
      throw broken(file, 0, e);
    } catch (FormatException e) {
      closeQuietly(in, e);
      throw e;
    }
  }

  private static void passByteOrderMark(Path file, InputStream in) throws IOException {
    in.mark(3);
    byte[] first = in.readNBytes(3);
    in.reset();
    if (first.length == 3
        && first[0] == (byte) 0xef
        && first[1] == (byte) 0xbb
        && first[2] == (byte) 0xbf) {
      in.skipNBytes(3);
    } else if (first.length >= 2
        && ((first[0] == (byte) 0xff && first[1] == (byte) 0xfe)
            || (first[0] == (byte) 0xfe && first[1] == (byte) 0xff))) {
      throw new FormatException(
          file, 0, "is UTF-16, expected UTF-8: convert it with iconv -f UTF-16 -t UTF-8");
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

  /** How much of the file was read: from 0 to 1, in bytes as they lie on the disk. */
  double progress() {
    return raw.size == 0 ? 0 : Math.min(1, (double) raw.count / raw.size);
  }

  Path file() {
    return file;
  }

  /** What an exception of the input means for whoever reads this file. */
  FormatException broken(long line, IOException e) {
    return broken(file, line, e);
  }

  private static FormatException broken(Path file, long line, IOException e) {
    String problem =
        switch (e) {
          case NoSuchFileException missing -> "no such file";
          case AccessDeniedException denied -> "may not be read: mend its permissions";
          case CharacterCodingException encoding ->
              "is not UTF-8, somewhere behind this place: convert the file from its own encoding,"
                  + " for instance with iconv -f WINDOWS-1252 -t UTF-8";
          case EOFException eof ->
              "the gzip file is cut short; what stands before this line is good: get a whole copy";
          case ZipException zip ->
              "the gzip file is damaged (" + zip.getMessage() + "): get a whole copy";
          default -> "cannot be read: " + e.getMessage();
        };
    return new FormatException(file, line, problem);
  }

  /** Counts the bytes that come from the disk. */
  private static final class Counter extends FilterInputStream {
    private final long size;
    private long count;

    Counter(InputStream in, long size) {
      super(in);
      this.size = size;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      count += Math.max(read, 0);
      return read;
    }
  }
}
