// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isogloss.core.util.UnitVectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenClustersTest {
  private static final int DIMENSION = 7;

  private static float[] units(int size, Random random) {
    float[] units = new float[size * DIMENSION];
    for (int i = 0; i < units.length; i++) {
      units[i] = (float) random.nextGaussian();
    }
    for (int from = 0; from < units.length; from += DIMENSION) {
      UnitVectors.normalize(units, from, from + DIMENSION);
    }
    return units;
  }

  /** The increase of the sum of squared distances from the means by a merge, by definition. */
  private static double increase(float[] units, List<Integer> first, List<Integer> second) {
    List<Integer> both = new ArrayList<>(first);
    both.addAll(second);
    return squares(units, both) - squares(units, first) - squares(units, second);
  }

  private static double squares(float[] units, List<Integer> tokens) {
    double[] mean = new double[DIMENSION];
    for (int token : tokens) {
      for (int i = 0; i < DIMENSION; i++) {
        mean[i] += units[token * DIMENSION + i] / (double) tokens.size();
      }
    }
    double sum = 0;
    for (int token : tokens) {
      for (int i = 0; i < DIMENSION; i++) {
        double difference = units[token * DIMENSION + i] - mean[i];
        sum += difference * difference;
      }
    }
    return sum;
  }

  /** Merges the two clusters of the least increase again and again. */
  private static int[] expectedLabels(float[] units, int clusters) {
    List<List<Integer>> groups = new ArrayList<>();
    for (int token = 0; token < units.length / DIMENSION; token++) {
      groups.add(new ArrayList<>(List.of(token)));
    }
    while (groups.size() > clusters) {
      int first = 0;
      int second = 1;
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < groups.size(); i++) {
        for (int j = i + 1; j < groups.size(); j++) {
          double increase = increase(units, groups.get(i), groups.get(j));
          if (increase < least) {
            least = increase;
            first = i;
            second = j;
          }
        }
      }
      groups.get(first).addAll(groups.remove(second));
    }
    int[] labels = new int[units.length / DIMENSION];
    for (int group = 0; group < groups.size(); group++) {
      for (int token : groups.get(group)) {
        labels[token] = group;
      }
    }
    return labels;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void mergesTheClustersOfTheLeastIncreaseOfSquares(long seed) {
    Random random = new Random(seed);
    for (int size : new int[] {1, 2, 5, 17, 40}) {
      float[] units = units(size, random);
      for (int tokens : new int[] {1, 2, 3, 16}) {
        TokenClusters clusters = TokenClusters.of(units, DIMENSION, tokens);
        assertThat(clusters.labels())
            .describedAs("seed %d, %d tokens, %d to a vector", seed, size, tokens)
            .isEqualTo(expectedLabels(units, Math.ceilDiv(size, tokens)));
      }
    }
  }

  @Test
  void equalTokensShareAVectorFirst() {
    float[] one = units(3, new Random(7));
    float[] units = new float[2 * one.length];
    System.arraycopy(one, 0, units, 0, one.length);
    System.arraycopy(one, 0, units, one.length, one.length);
    TokenClusters clusters = TokenClusters.of(units, DIMENSION, 2);
    assertThat(clusters.labels()).containsExactly(0, 1, 2, 0, 1, 2);
    for (int i = 0; i < one.length; i++) {
      assertThat(clusters.units()[i]).isCloseTo(one[i], within(1e-6f));
    }
    for (float length : clusters.lengths()) {
      assertThat(length).isCloseTo(1, within(1e-6f));
    }
  }

  @Test
  void statesDirectionAndLengthOfTheMean() {
    float[] units = {1, 0, 0, 1};
    TokenClusters clusters = TokenClusters.of(units, 2, 2);
    assertThat(clusters.labels()).containsExactly(0, 0);
    assertThat(clusters.lengths()[0]).isCloseTo((float) Math.sqrt(0.5), within(1e-6f));
    assertThat(clusters.units()[0]).isCloseTo((float) Math.sqrt(0.5), within(1e-6f));
    assertThat(clusters.units()[1]).isCloseTo((float) Math.sqrt(0.5), within(1e-6f));
    assertThat(TokenClusters.of(new float[] {1, 0, -1, 0}, 2, 2).units()).containsExactly(0, 0);
  }

  @Test
  void clustersLongTextsInBlocks() {
    float[] units = units(600, new Random(8));
    TokenClusters clusters = TokenClusters.of(units, DIMENSION, 4);
    assertThat(clusters.lengths()).hasSize(64 + 64 + 22);
    int[] second =
        TokenClusters.of(Arrays.copyOfRange(units, 256 * DIMENSION, 512 * DIMENSION), DIMENSION, 4)
            .labels();
    for (int i = 0; i < 256; i++) {
      assertThat(clusters.labels()[256 + i]).isEqualTo(64 + second[i]);
    }
  }

  @Test
  void acceptsVectorsThatAreNoNumbers() {
    float[] units = units(9, new Random(9));
    Arrays.fill(units, 0, 3 * DIMENSION, Float.NaN);
    assertThat(TokenClusters.of(units, DIMENSION, 2).labels()).hasSize(9);
    assertThat(TokenClusters.of(new float[9 * DIMENSION], DIMENSION, 2).labels()).hasSize(9);
  }
}
