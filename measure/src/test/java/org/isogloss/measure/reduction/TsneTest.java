// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class TsneTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private static TsneOptions.Builder options() {
    return TsneOptions.builder().iterations(300).threads(2);
  }

  @Test
  void separatesClustersAndKeepsNeighbours() {
    float[][] vectors = RandomVectors.clustered(240, 20, 6, 0.15, random);
    for (int exactLimit : new int[] {0, 240}) {
      Points points =
          Tsne.map(vectors, options().perplexity(15).iterations(500).exactLimit(exactLimit).build())
              .points();
      for (int i = 0; i < 240; i++) {
        int self = i;
        int nearest =
            IntStream.range(0, 240)
                .filter(j -> j != self)
                .boxed()
                .min(Comparator.comparingDouble(j -> points.distance(self, j)))
                .orElseThrow();
        assertThat(nearest % 6).as("seed %d, point %d", seed, i).isEqualTo(i % 6);
      }
      assertThat(trustworthiness(vectors, points, 10)).as("seed %d", seed).isGreaterThan(0.9);
    }
  }

  /** Venna and Kaski (2001): 1 if the neighbours of all points are neighbours of their vectors. */
  private static double trustworthiness(float[][] vectors, Points points, int k) {
    int size = vectors.length;
    double penalty = 0;
    for (int i = 0; i < size; i++) {
      int self = i;
      List<Integer> byVector =
          others(size, i, Comparator.comparingDouble(j -> squared(vectors[self], vectors[j])));
      List<Integer> byPoint =
          others(size, i, Comparator.comparingDouble(j -> points.distance(self, j)));
      for (int j : byPoint.subList(0, k)) {
        penalty += Math.max(0, byVector.indexOf(j) + 1 - k);
      }
    }
    return 1 - penalty * 2 / (size * k * (2.0 * size - 3 * k - 1));
  }

  private static List<Integer> others(int size, int self, Comparator<Integer> order) {
    return IntStream.range(0, size).filter(j -> j != self).boxed().sorted(order).toList();
  }

  private static double squared(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(k -> Math.pow(a[k] - b[k], 2)).sum();
  }

  private static void assertSame(Points found, Points expected, String context) {
    for (int i = 0; i < expected.size(); i++) {
      assertThat(found.x(i)).as(context).isEqualTo(expected.x(i));
      assertThat(found.y(i)).as(context).isEqualTo(expected.y(i));
    }
  }

  @Test
  void dependsOnTheSeedButNotOnThreads() {
    float[][] vectors = RandomVectors.clustered(600, 12, 5, 0.5, random);
    for (int exactLimit : new int[] {0, 600}) {
      TsneOptions.Builder options = options().iterations(60).exactLimit(exactLimit).seed(3);
      Points one = Tsne.map(vectors, options.threads(1).build()).points();
      Points five = Tsne.map(vectors, options.threads(5).build()).points();
      assertSame(five, one, "seed " + seed);
      Points other = Tsne.map(vectors, options.seed(4).build()).points();
      assertThat(other.x(0)).isNotEqualTo(one.x(0));
    }
  }

  @Test
  void equalVectorsHaveNeighbouringPoints() {
    float[][] vectors = RandomVectors.gaussian(100, 6, 1, random);
    for (int i = 1; i < 6; i++) {
      vectors[i] = vectors[0].clone();
    }
    for (int exactLimit : new int[] {0, 100}) {
      Points points =
          Tsne.map(vectors, options().perplexity(8).iterations(1000).exactLimit(exactLimit).build())
              .points();
      double largest =
          IntStream.range(1, 6).mapToDouble(i -> points.distance(0, i)).max().orElseThrow();
      double mean =
          IntStream.range(6, 100).mapToDouble(i -> points.distance(0, i)).average().orElseThrow();
      assertThat(largest).as("seed %d", seed).isLessThan(mean);
    }
    float[][] same = new float[200][3];
    for (int exactLimit : new int[] {0, 200}) {
      TsneOptions options = options().perplexity(5).exactLimit(exactLimit).build();
      assertThat(Tsne.map(same, options).points().size()).isEqualTo(200);
    }
  }

  @Test
  void reducesThePerplexityForFewVectors() {
    float[][] vectors = RandomVectors.gaussian(10, 4, 1, random);
    assertThat(Tsne.map(vectors, options().build()).perplexity()).isEqualTo(3);
    assertThat(Tsne.map(vectors, options().perplexity(2).build()).perplexity()).isEqualTo(2);
    assertThat(Tsne.map(RandomVectors.gaussian(4, 1, 1, random), options().build()).perplexity())
        .isEqualTo(1);
    assertThatThrownBy(() -> Tsne.map(new float[3][2], options().build()))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("t-SNE needs 4 vectors or more, found 3");
  }

  @Test
  void reportsADecreasingDivergence() {
    List<Integer> iterations = new ArrayList<>();
    List<Double> divergences = new ArrayList<>();
    TsneResult result =
        Tsne.map(
            RandomVectors.clustered(90, 8, 3, 0.3, random),
            options().iterations(320).build(),
            (iteration, all, divergence) -> {
              assertThat(all).isEqualTo(320);
              iterations.add(iteration);
              divergences.add(divergence);
            });
    assertThat(iterations).containsExactly(50, 100, 150, 200, 250, 300, 320);
    assertThat(divergences.getLast())
        .isEqualTo(result.divergence())
        .isLessThan(divergences.getFirst());
    assertThat(result.exact()).isTrue();
  }

  @Test
  void refusesOptionsOutOfRange() {
    assertThatThrownBy(() -> TsneOptions.builder().perplexity(0.5).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("perplexity is 0.5, expected 1 or more");
    assertThatThrownBy(() -> TsneOptions.builder().theta(0.8).build())
        .hasMessage("theta is 0.8, expected 0 to 0.7");
    assertThatThrownBy(() -> TsneOptions.builder().iterations(0).build())
        .hasMessage("iterations is 0, expected 1 or more");
  }
}
