// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.io.FileErrors;

/**
 * The checkpoint file of a neighbour search. Version 2 consists of big-endian ints: version, depth,
 * number of sentences, number of candidates, CRC-32C of the vectors of the sentences and of the
 * candidates, and the position of the search; then the candidates and products of the lists of the
 * sentences, and those of the candidates; then the CRC-32C of everything before it. The file is
 * written atomically.
 */
public final class NeighbourCheckpoint {
  private static final int FORMAT = 2;
  private static final int CHUNK = 1 << 14;

  private final Path file;
  private final int sentencesChecksum;
  private final int candidatesChecksum;

  /**
   * Creates a checkpoint, whose file need not exist.
   *
   * @param file the file
   * @param sentences the vectors whose neighbours are searched
   * @param candidates the vectors among which they are searched
   */
  public NeighbourCheckpoint(Path file, Int8Vectors sentences, Int8Vectors candidates) {
    this.file = file;
    this.sentencesChecksum = (int) sentences.checksum();
    this.candidatesChecksum = (int) candidates.checksum();
  }

  public void write(TopKLists forward, TopKLists backward, int done) {
    AtomicFile.write(
        file,
        bytes -> {
          CheckedOutputStream out = new CheckedOutputStream(bytes, new CRC32C());
          write(out, header(forward, backward));
          write(out, done);
          write(out, forward.candidates());
          write(out, forward.products());
          write(out, backward.candidates());
          write(out, backward.products());
          write(out, (int) out.getChecksum().getValue());
        });
  }

  /** The header, which must be equal for a checkpoint to be used. */
  private int[] header(TopKLists forward, TopKLists backward) {
    return new int[] {
      FORMAT,
      forward.depth(),
      forward.size(),
      backward.size(),
      sentencesChecksum,
      candidatesChecksum
    };
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
   * Restores the lists of an earlier run.
   *
   * @param forward receives the lists of the sentences
   * @param backward receives the lists of the candidates
   * @param isPosition whether a search can be resumed at a position
   * @return the position of the search; 0, without changes to the lists, if there is no file or it
   *     belongs to other vectors or another depth
   * @throws IsoglossException if the file is damaged
   */
  public int read(TopKLists forward, TopKLists backward, IntPredicate isPosition) {
    if (!Files.exists(file)) {
      return 0;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      int[] header = header(forward, backward);
      int sentences = forward.candidates().length;
      int candidates = backward.candidates().length;
      long length = Integer.BYTES * (header.length + 2 + 2L * sentences + 2L * candidates);
      CRC32C checksum = new CRC32C();
      if (!Arrays.equals(read(channel, checksum, header.length), header)) {
        return 0;
      }
      if (channel.size() != length) {
        throw damaged("found " + channel.size() + " bytes, expected " + length);
      }
      int done = read(channel, checksum, 1)[0];
      int[][] lists = {
        read(channel, checksum, sentences),
        read(channel, checksum, sentences),
        read(channel, checksum, candidates),
        read(channel, checksum, candidates)
      };
      int expected = (int) checksum.getValue();
      if (read(channel, checksum, 1)[0] != expected) {
        throw damaged("wrong checksum");
      }
      if (!isPosition.test(done)) {
        throw damaged("found the position " + done);
      }
      restore(forward, lists[0], lists[1], backward.size());
      restore(backward, lists[2], lists[3], forward.size());
      return done;
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  private void restore(TopKLists lists, int[] candidates, int[] products, int others) {
    for (int at = 0; at < candidates.length; at++) {
      boolean empty = candidates[at] == -1 && products[at] == TopKLists.EMPTY_PRODUCT;
      boolean occupied =
          candidates[at] >= 0 && candidates[at] < others && products[at] > TopKLists.EMPTY_PRODUCT;
      boolean first = at % lists.depth() == 0;
      if ((!empty && !occupied) || (!first && products[at] > products[at - 1])) {
        throw damaged("found the neighbour " + candidates[at] + " with " + products[at]);
      }
    }
    lists.restore(candidates, products);
  }

  private int[] read(FileChannel channel, CRC32C checksum, int count) throws IOException {
    int[] numbers = new int[count];
    ByteBuffer bytes = ByteBuffer.allocate(CHUNK * Integer.BYTES);
    for (int from = 0; from < count; from += CHUNK) {
      int size = Math.min(CHUNK, count - from);
      bytes.clear().limit(size * Integer.BYTES);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          throw damaged("unexpected end of file");
        }
      }
      bytes.flip().asIntBuffer().get(numbers, from, size);
      checksum.update(bytes);
    }
    return numbers;
  }

  private IsoglossException damaged(String problem) {
    return new IsoglossException(
        file + ": is damaged: " + problem + "; delete it to search for the neighbours again");
  }
}
