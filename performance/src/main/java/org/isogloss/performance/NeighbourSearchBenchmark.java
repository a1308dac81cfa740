// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.mining.neighbour.BidirectionalNeighbours;
import org.isogloss.mining.neighbour.Int8Vectors;
import org.isogloss.mining.neighbour.NeighbourLists;

/**
 * Finds the nearest neighbours of the rows of two matrices in each other and measures the time from
 * floats in memory to neighbours. Run by {@code performance/mining}.
 */
public final class NeighbourSearchBenchmark {
  private static final Pattern SHAPE = Pattern.compile("'shape': \\((\\d+), (\\d+)\\)");
  private static final int PREAMBLE = 10;

  private NeighbourSearchBenchmark() {}

  /**
   * Searches.
   *
   * @param args two .npy files of {@code float32[n, dimension]}, number of neighbours, number of
   *     threads, {@code exact} or {@code cells}, output folder
   */
  public static void main(String[] args) throws IOException {
    float[][] source = matrix(Path.of(args[0]));
    float[][] target = matrix(Path.of(args[1]));
    int depth = Integer.parseInt(args[2]);
    int threads = Integer.parseInt(args[3]);
    Path scratch = Path.of(args[5]);
    if (args[4].equals("exact")) {
      // Warm-up, so that compilation is not measured.
      BidirectionalNeighbours.findExact(
          Int8Vectors.of(head(source)), Int8Vectors.of(head(target)), depth, threads);
    }
    Duration cpu = cpuTime();
    long wall = System.nanoTime();
    Int8Vectors sourceBytes = Int8Vectors.of(source);
    Int8Vectors targetBytes = Int8Vectors.of(target);
    Path saved = scratch.resolve("neighbours");
    BidirectionalNeighbours found =
        args[4].equals("exact")
            ? BidirectionalNeighbours.findExact(sourceBytes, targetBytes, depth, threads)
            : BidirectionalNeighbours.findByIvf(saved, sourceBytes, targetBytes, depth, threads);
    double wallSeconds = (System.nanoTime() - wall) / 1e9;
    double cpuSeconds = cpuTime().minus(cpu).toNanos() / 1e9;
    write(scratch.resolve("ours-" + args[4] + "-forward"), found.forward(), depth);
    write(scratch.resolve("ours-" + args[4] + "-backward"), found.backward(), depth);
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      out.println(
          String.format(
              Locale.ROOT, "{\"seconds\": %.3f, \"cpu_seconds\": %.3f}", wallSeconds, cpuSeconds));
    }
  }

  private static Duration cpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }

  private static float[][] head(float[][] matrix) {
    return Arrays.copyOf(matrix, Math.min(matrix.length, 5000));
  }

  private static float[][] matrix(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer start = ByteBuffer.allocate(PREAMBLE).order(ByteOrder.LITTLE_ENDIAN);
      channel.read(start, 0);
      int header = Short.toUnsignedInt(start.getShort(PREAMBLE - Short.BYTES));
      ByteBuffer text = ByteBuffer.allocate(header);
      channel.read(text, PREAMBLE);
      Matcher shape = SHAPE.matcher(new String(text.array(), StandardCharsets.ISO_8859_1));
      if (!shape.find()) {
        throw new IOException(file + " is not a matrix");
      }
      float[][] matrix = new float[Integer.parseInt(shape.group(1))][];
      int dimension = Integer.parseInt(shape.group(2));
      ByteBuffer row = ByteBuffer.allocate(dimension * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      FloatBuffer floats = row.asFloatBuffer();
      channel.position(PREAMBLE + header);
      for (int i = 0; i < matrix.length; i++) {
        row.clear();
        while (row.hasRemaining() && channel.read(row) >= 0) {
          // Until the row is whole.
        }
        matrix[i] = new float[dimension];
        floats.get(0, matrix[i]);
      }
      return matrix;
    }
  }

  /** Writes {@code int32[n, depth]}, little-endian. */
  private static void write(Path file, NeighbourLists neighbours, int depth) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(neighbours.size() * depth * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < neighbours.size(); i++) {
      for (int rank = 0; rank < depth; rank++) {
        bytes.putInt(neighbours.candidate(i, rank));
      }
    }
    Files.write(file, bytes.array());
  }
}
