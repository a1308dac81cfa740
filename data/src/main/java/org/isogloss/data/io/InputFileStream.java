// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;

/**
 * The bytes of an input of UTF-8 text: a file, a pipe, or {@code -} for standard input; see {@link
 * org.isogloss.data.InputPaths}. Gzip, Zstandard, xz and bzip2, which are detected by the first
 * bytes and not by the file name, are decompressed; a byte order mark is removed.
 */
public final class InputFileStream extends InputStream {
  private static final int CHUNK = 1 << 16;

  /** The byte order mark of UTF-8, as hexadecimal digits. */
  private static final String UTF_8_MARK = "efbbbf";

  private final Path file;
  private final Counter raw;
  private final InputStream in;
  private final boolean compressed;

  /** Bytes that were peeked; those from {@code headAt} on have not been read yet. */
  private byte[] head = {};

  private int headAt;

  /** An exception while peeking; thrown when reading passes the peeked bytes. */
  private IOException failure;

  private InputFileStream(Path file, Counter raw, InputStream in, boolean compressed) {
    this.file = file;
    this.raw = raw;
    this.in = in;
    this.compressed = compressed;
  }

  /**
   * Opens an input. A pipe that was peeked before returns the same bytes again.
   *
   * @throws FormatException if the input does not exist, is a folder, is standard input that was
   *     read before, or has the byte order mark of another encoding than UTF-8
   */
  public static InputFileStream open(Path file) {
    InputFileStream opened = openBinary(file);
    try {
      opened.skipByteOrderMark();
      return opened;
    } catch (FormatException e) {
      closeQuietly(opened, e);
      throw e;
    }
  }

  /**
   * Opens an input that is not UTF-8 text, such as a web page in another encoding. A byte order
   * mark is not removed.
   *
   * @throws FormatException if the input does not exist, is a folder, or is standard input that was
   *     read before
   */
  public static InputFileStream openBinary(Path file) {
    InputFileStream peeked = PeekedInputs.take(file);
    if (peeked != null) {
      return peeked;
    }
    if (!InputPaths.isStandardInput(file) && Files.isDirectory(file)) {
      throw new FormatException(file, 0, "is a folder, expected a file");
    }
    InputStream in = null;
    try {
      Counter raw = rawBytes(file);
      in = raw;
      in = new BufferedInputStream(in, CHUNK);
      in.mark(Compression.HEAD);
      Compression compression = Compression.of(in.readNBytes(Compression.HEAD));
      in.reset();
      if (compression != Compression.NONE) {
        in = new DecompressedStream(compression, in, () -> raw.failed);
      }
      return new InputFileStream(file, raw, in, compression != Compression.NONE);
    } catch (IOException e) {
      closeQuietly(in, e);
      throw readFailure(file, 0, e);
    } catch (FormatException e) {
      closeQuietly(in, e);
      throw e;
    }
  }

  private static Counter rawBytes(Path file) throws IOException {
    return InputPaths.isReadOnce(file)
        ? new Counter(PeekedInputs.open(file), 0)
        : new Counter(Files.newInputStream(file), Files.size(file));
  }

  private void skipByteOrderMark() {
    String first = HexFormat.of().formatHex(peek(Integer.BYTES));
    if (first.startsWith(UTF_8_MARK)) {
      headAt += UTF_8_MARK.length() / 2;
      return;
    }
    boolean utf32 = first.equals("fffe0000") || first.equals("0000feff");
    if (utf32 || first.startsWith("fffe") || first.startsWith("feff")) {
      String encoding = utf32 ? "UTF-32" : "UTF-16";
      throw new FormatException(
          file,
          0,
          "is "
              + encoding
              + ", expected UTF-8: convert it with iconv -f "
              + encoding
              + " -t UTF-8");
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

  /**
   * Returns the next bytes without consuming them.
   *
   * @param length number of bytes to return
   * @return fewer bytes if the input ends or cannot be read any further; reading then reports the
   *     cause
   */
  public byte[] peek(int length) {
    byte[] bytes = Arrays.copyOfRange(head, headAt, headAt + Math.max(length, unread()));
    int count = unread();
    try {
      while (count < length && failure == null) {
        int read = in.read(bytes, count, length - count);
        if (read < 0) {
          break;
        }
        count += read;
      }
    } catch (IOException e) {
      failure = e;
    }
    head = Arrays.copyOf(bytes, count);
    headAt = 0;
    return Arrays.copyOf(bytes, Math.min(count, length));
  }

  private int unread() {
    return head.length - headAt;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (unread() > 0) {
      int read = Math.min(length, unread());
      System.arraycopy(head, headAt, bytes, offset, read);
      headAt += read;
      return read;
    }
    if (failure != null) {
      throw failure;
    }
    return in.read(bytes, offset, length);
  }

  /** The share of the file that has been read, from 0 to 1, in bytes on the disk; 0 for a pipe. */
  public double progress() {
    return raw.size == 0 ? 0 : Math.min(1, (double) raw.count / raw.size);
  }

  public Path file() {
    return file;
  }

  /** Whether the bytes of this stream differ from those on the disk. */
  public boolean isCompressed() {
    return compressed;
  }

  /** Converts an exception of this input to an exception for the user. */
  public FormatException readFailure(long line, IOException e) {
    return readFailure(file, line, e);
  }

  /** Closes this input after peeking; a pipe stays open for the reader that opens it next. */
  public void closeAfterPeek() {
    if (InputPaths.isReadOnce(file)) {
      PeekedInputs.retain(this);
      return;
    }
    try {
      close();
    } catch (IOException e) {
      throw readFailure(file, 0, e);
    }
  }

  /**
   * Checks that {@link #peek} could read the beginning of the input.
   *
   * @throws FormatException if the first byte cannot be read
   */
  public void requireReadable() {
    if (failure != null && unread() == 0) {
      throw readFailure(1, failure);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private static FormatException readFailure(Path file, long line, IOException e) {
    String problem =
        switch (e) {
          case CharacterCodingException encoding ->
              "is not UTF-8, somewhere after this line: convert the file from its own encoding,"
                  + " for instance with iconv -f WINDOWS-1252 -t UTF-8";
          case DecompressedStream.DamagedDataException damaged -> damaged.getMessage();
          default -> FileErrors.readFailure(file, e);
        };
    return new FormatException(file, line, problem);
  }

  /** Counts the bytes that are read from the disk. */
  private static final class Counter extends FilterInputStream {
    private final long size;
    private long count;
    private boolean failed;

    Counter(InputStream in, long size) {
      super(in);
      this.size = size;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        int read = super.read(bytes, offset, length);
        count += Math.max(read, 0);
        return read;
      } catch (IOException e) {
        failed = true;
        throw e;
      }
    }
  }
}
