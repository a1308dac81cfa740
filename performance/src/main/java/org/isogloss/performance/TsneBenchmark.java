// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.isogloss.data.vector.NpyMatrix;
import org.isogloss.measure.reduction.Tsne;
import org.isogloss.measure.reduction.TsneOptions;
import org.isogloss.measure.reduction.TsneResult;

/** Measures the time of t-SNE without reading. Run by {@code performance/tsne}. */
public final class TsneBenchmark {
  private TsneBenchmark() {}

  /**
   * Maps the first rows of a matrix, on {@code OMP_NUM_THREADS} threads like the peer.
   *
   * @param args file of the matrix, number of rows, {@code exact} or {@code barnes_hut}
   */
  public static void main(String[] args) {
    NpyMatrix matrix = NpyMatrix.open(Path.of(args[0]));
    int rows = Integer.parseInt(args[1]);
    float[][] vectors = new float[rows][matrix.columns()];
    for (int i = 0; i < rows; i++) {
      matrix.values().get(i * matrix.columns(), vectors[i]);
    }
    TsneOptions options =
        TsneOptions.builder()
            .exactLimit(args[2].equals("exact") ? rows : 0)
            .threads(Integer.parseInt(System.getenv().getOrDefault("OMP_NUM_THREADS", "1")))
            .build();
    Duration cpuBefore = cpuTime();
    long started = System.nanoTime();
    TsneResult result = Tsne.map(vectors, options);
    double seconds = (System.nanoTime() - started) / 1e9;
    double cpuSeconds = cpuTime().minus(cpuBefore).toNanos() / 1e9;
    try (PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8)) {
      out.println(
          String.format(
              Locale.ROOT,
              "{\"seconds\": %.3f, \"cpu_seconds\": %.3f, \"divergence\": %.6f}",
              seconds,
              cpuSeconds,
              result.divergence()));
    }
  }

  private static Duration cpuTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
  }
}
