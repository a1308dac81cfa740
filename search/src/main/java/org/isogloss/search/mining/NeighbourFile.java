package org.isogloss.search.mining;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.isogloss.core.AtomicFile;
import org.isogloss.core.IsoglossException;

/**
 * Where a search for neighbours stands, as a file: big-endian ints, of which the first are format,
 * depth, sentences, candidates, and how many of the latter are done; then candidates and products
 * of the sentences' lists, and of the candidates'. Written as a whole, so that it is never half.
 */
final class NeighbourFile {
  private static final int FORMAT = 1;
  private static final int CHUNK = 1 << 14;

  private final Path file;

  NeighbourFile(Path file) {
    this.file = file;
  }

  void write(TopLists forward, TopLists backward, int done) {
    AtomicFile.write(
        file,
        out -> {
          write(out, FORMAT, forward.depth(), forward.size(), backward.size(), done);
          write(out, forward.candidates());
          write(out, forward.products());
          write(out, backward.candidates());
          write(out, backward.products());
        });
  }

  private static void write(OutputStream out, int... numbers) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Integer.BYTES);
    for (int from = 0; from < numbers.length; from += CHUNK) {
      int count = Math.min(CHUNK, numbers.length - from);
      bytes.asIntBuffer().put(numbers, from, count);
      out.write(bytes.array(), 0, count * Integer.BYTES);
    }
  }

  /**
   * Reads what a run before this left into lists of the same sizes and depth.
   *
   * @return how many candidates are done; 0, and nothing is read, where there is no file that fits
   */
  int read(TopLists forward, TopLists backward) {
    if (!Files.exists(file)) {
      return 0;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int[] header = read(channel, 5);
      boolean fits =
          header[0] == FORMAT
              && header[1] == forward.depth()
              && header[2] == forward.size()
              && header[3] == backward.size();
      if (!fits) {
        return 0;
      }
      int sentences = forward.candidates().length;
      forward.restore(read(channel, sentences), read(channel, sentences));
      int candidates = backward.candidates().length;
      backward.restore(read(channel, candidates), read(channel, candidates));
      return header[4];
    } catch (IOException e) {
      throw new IsoglossException(
          file + ": cannot be read: " + e.getMessage() + "; delete it to search anew", e);
    }
  }

  private static int[] read(FileChannel channel, int count) throws IOException {
    int[] numbers = new int[count];
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Integer.BYTES);
    for (int from = 0; from < count; from += CHUNK) {
      int size = Math.min(CHUNK, count - from);
      bytes.clear().limit(size * Integer.BYTES);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw new IOException("it ends too early");
        }
      }
      IntBuffer ints = bytes.flip().asIntBuffer();
      ints.get(numbers, from, size);
    }
    return numbers;
  }
}
