// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.concurrent.WorkerPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Agreement with scikit-learn; performance/peers/tsne_golden.py writes its values. */
class ScikitLearnTsneTest {
  private static final int DIMENSION = 32;

  /** A line of the golden file: a setting, and the divergences that scikit-learn reaches. */
  private record Golden(String method, int size, int perplexity, double mean, double ofMap) {
    static Golden parse(String line) {
      String[] columns = line.split("\t", -1);
      return new Golden(
          columns[0],
          Integer.parseInt(columns[1]),
          Integer.parseInt(columns[2]),
          Double.parseDouble(columns[4]),
          Double.parseDouble(columns[6]));
    }

    boolean exact() {
      return method.equals("exact");
    }
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in = ScikitLearnTsneTest.class.getResourceAsStream("../tsne/" + name)) {
      return in.readAllBytes();
    }
  }

  private static List<String> lines(String name) throws IOException {
    return new String(bytes(name), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .toList();
  }

  private static List<Golden> settings() throws IOException {
    return lines("scikit-learn.tsv").stream().map(Golden::parse).toList();
  }

  private static float[][] vectors(int size) throws IOException {
    byte[] components = bytes("questions.int8");
    float[][] vectors = new float[size][DIMENSION];
    for (int i = 0; i < size * DIMENSION; i++) {
      vectors[i / DIMENSION][i % DIMENSION] = components[i];
    }
    return vectors;
  }

  @Test
  void computesTheDivergenceOfItsMaps() throws IOException {
    for (Golden golden : settings()) {
      List<String[]> map =
          lines(golden.method + "-" + golden.size + "-" + golden.perplexity + ".tsv").stream()
              .map(line -> line.split("\t", -1))
              .toList();
      double[] x = map.stream().mapToDouble(point -> Double.parseDouble(point[0])).toArray();
      double[] y = map.stream().mapToDouble(point -> Double.parseDouble(point[1])).toArray();
      SquaredDistances distances = new SquaredDistances(vectors(golden.size));
      try (WorkerPool pool = new WorkerPool("test", 2)) {
        KlDivergence divergence =
            golden.exact()
                ? ExactKlDivergence.of(distances, golden.perplexity, pool)
                : new BarnesHutKlDivergence(
                    SparseProbabilities.of(
                        Neighbours.find(distances, 3 * golden.perplexity + 1, pool),
                        golden.perplexity,
                        pool),
                    0.5,
                    pool);
        assertThat(divergence.value(x, y))
            .as("%s", golden)
            .isCloseTo(golden.ofMap, withinPercentage(golden.exact() ? 0.02 : 0.3));
      }
    }
  }

  /** Single runs end in local minima that differ by several per cent, in both programs. */
  @Test
  @Tag("slow")
  void reachesTheSameDivergenceOnAverage() throws IOException {
    reaches(10, 4, 2);
  }

  @Test
  void reachesNearlyTheSameDivergenceInOneRun() throws IOException {
    reaches(1, 1, 6);
  }

  private static void reaches(int exactRuns, int approximateRuns, double percentage)
      throws IOException {
    for (Golden golden : settings()) {
      float[][] vectors = vectors(golden.size);
      double mean =
          IntStream.range(0, golden.exact() ? exactRuns : approximateRuns)
              .mapToDouble(
                  seed ->
                      Tsne.map(
                              vectors,
                              TsneOptions.builder()
                                  .perplexity(golden.perplexity)
                                  .exactLimit(golden.exact() ? golden.size : 0)
                                  .seed(seed)
                                  .build())
                          .divergence())
              .average()
              .orElseThrow();
      assertThat(mean).as("%s", golden).isCloseTo(golden.mean, withinPercentage(percentage));
    }
  }
}
