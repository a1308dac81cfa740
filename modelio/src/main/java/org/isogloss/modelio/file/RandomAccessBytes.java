// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.isogloss.core.io.FileErrors;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Random access to the bytes of a file. A file on disk is mapped into memory in windows, so that it
 * may be larger than 2 GiB and uses no heap; a file inside a jar is read completely.
 */
public abstract class RandomAccessBytes implements AutoCloseable {
  /** Opens a file. */
  public static RandomAccessBytes open(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new ModelFormatException(file, "is a folder, expected a file");
      }
      return file.getFileSystem().equals(FileSystems.getDefault())
          ? new Mapped(file, FileChannel.open(file, StandardOpenOption.READ))
          : new InMemory(ByteBuffer.wrap(Files.readAllBytes(file)));
    } catch (NoSuchFileException e) {
      throw new ModelFormatException(file, "no such file", e);
    } catch (IOException e) {
      throw new ModelFormatException(file, FileErrors.readFailure(file, e), e);
    }
  }

  public abstract long size();

  /**
   * Returns a part of the file, little-endian and read-only. It remains readable after {@link
   * #close}.
   */
  public abstract ByteBuffer slice(long offset, int length);

  @Override
  public abstract void close();

  private static final class Mapped extends RandomAccessBytes {
    /**
     * Size of the mapped windows in bytes. Each window is mapped only once, because mapping is
     * expensive.
     */
    private static final long WINDOW = 1L << 30;

    private final Map<Long, ByteBuffer> windows = new ConcurrentHashMap<>();
    private final Path file;
    private final FileChannel channel;
    private final long size;

    Mapped(Path file, FileChannel channel) throws IOException {
      this.file = file;
      this.channel = channel;
      this.size = channel.size();
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public ByteBuffer slice(long from, int length) {
      if (length == 0) {
        return ByteBuffer.allocate(0);
      }
      try {
        // Mapping past the end would make the file longer or fail on access; report an error
        // instead.
        if (from + length > channel.size()) {
          throw new ModelFormatException(
              file, "became shorter after it was opened: is another program writing it?");
        }
        long window = from / WINDOW;
        ByteBuffer bytes =
            (from + length - 1) / WINDOW == window
                ? window(window).slice((int) (from - window * WINDOW), length)
                : channel.map(FileChannel.MapMode.READ_ONLY, from, length);
        return bytes.order(ByteOrder.LITTLE_ENDIAN);
      } catch (IOException e) {
        throw new ModelFormatException(file, "cannot be mapped: " + FileErrors.describe(e), e);
      }
    }

    private ByteBuffer window(long number) throws IOException {
      ByteBuffer mapped = windows.get(number);
      if (mapped == null) {
        long from = number * WINDOW;
        long length = Math.min(WINDOW, channel.size() - from);
        mapped = channel.map(FileChannel.MapMode.READ_ONLY, from, length);
        windows.put(number, mapped);
      }
      return mapped;
    }

    @Override
    public void close() {
      try {
        windows.clear();
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class InMemory extends RandomAccessBytes {
    private final ByteBuffer bytes;

    InMemory(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return bytes.capacity();
    }

    @Override
    public ByteBuffer slice(long from, int length) {
      return bytes
          .slice(Math.toIntExact(from), length)
          .asReadOnlyBuffer()
          .order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() {
      // There is no resource to close.
    }
  }
}
