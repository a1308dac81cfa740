// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.LongBuffer;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.torch.Torch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@RequiresTorch
class SimilarWordSamplerTest {
  private static final int SAMPLES = 20_000;
  private static final float[] SIMILAR = {0.5f, 0.25f, 0.1f, 0.9f, -0.3f, 0.15f};
  private static final boolean[] EXCLUDED = {false, false, false, true, false, false};

  @BeforeEach
  void seed() {
    Torch.setSeed(4);
  }

  /** Samples for many copies of the same pair. */
  private static long[][] sample(int count) {
    try (PointerScope scope = new PointerScope()) {
      assertThat(scope).isNotNull();
      float[] similarities = new float[SAMPLES * SIMILAR.length];
      boolean[] excluded = new boolean[similarities.length];
      for (int i = 0; i < similarities.length; i++) {
        similarities[i] = SIMILAR[i % SIMILAR.length];
        excluded[i] = EXCLUDED[i % SIMILAR.length];
      }
      Tensor sampled =
          SimilarWordSampler.sample(
              Tensor.create(similarities, SAMPLES, SIMILAR.length),
              Tensor.create(excluded, SAMPLES, SIMILAR.length),
              count);
      LongBuffer all = sampled.contiguous().<LongBuffer>createBuffer();
      long[][] rows = new long[SAMPLES][Math.toIntExact(sampled.size(1))];
      Arrays.stream(rows).forEach(all::get);
      return rows;
    }
  }

  /** The chi-squared statistic of counts for expected probabilities. */
  private static double chiSquared(double[] expected, long[] counts) {
    double sum = 0;
    for (int i = 0; i < expected.length; i++) {
      double count = expected[i] * SAMPLES;
      sum += count == 0 ? 0 : (counts[i] - count) * (counts[i] - count) / count;
    }
    return sum;
  }

  @Test
  void samplesTheFirstWordInProportionToItsSimilarity() {
    long[] counts = new long[SIMILAR.length];
    for (long[] row : sample(1)) {
      counts[(int) row[0]]++;
    }
    assertThat(counts[3]).as("excluded").isZero();
    assertThat(counts[4]).as("a negative cosine, while other words are left").isZero();
    // 3 degrees of freedom: 16.3 is exceeded once in a thousand seeds.
    assertThat(chiSquared(new double[] {.5, .25, .1, 0, 0, .15}, counts)).isLessThan(16.3);
  }

  @Test
  void samplesTheSecondWordInProportionAmongTheRemainingOnes() {
    double[] first = {.5, .25, .1, 0, 0, .15};
    double[] second = new double[SIMILAR.length];
    for (int i = 0; i < first.length; i++) {
      for (int j = 0; j < first.length; j++) {
        second[j] += i == j ? 0 : first[i] * first[j] / (1 - first[i]);
      }
    }
    long[] counts = new long[SIMILAR.length];
    for (long[] row : sample(2)) {
      assertThat(row[0]).isNotEqualTo(row[1]);
      counts[(int) row[1]]++;
    }
    assertThat(counts[3]).as("excluded").isZero();
    assertThat(counts[4]).as("a negative cosine, while other words are left").isZero();
    assertThat(chiSquared(second, counts)).isLessThan(16.3);
  }

  @Test
  void samplesWordsWithANegativeCosineLast() {
    for (long[] row : sample(512)) {
      assertThat(row).containsExactlyInAnyOrder(0, 1, 2, 4, 5);
      assertThat(row[4]).isEqualTo(4);
    }
  }

  /** Trainings with the same seed give the same model on every machine. */
  @Test
  void samplesTheseWordsForThisSeed() {
    assertThat(Arrays.copyOf(sample(3), 5))
        .isDeepEqualTo(new long[][] {{2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {1, 0, 5}, {0, 1, 2}});
  }

  @Test
  void equalSeedsSampleEqualWords() {
    long[][] once = sample(3);
    Torch.setSeed(4);
    assertThat(sample(3)).isDeepEqualTo(once);
  }

  @Test
  void rejectsAPairThatExcludesAllWords() {
    assertThatThrownBy(
            () ->
                SimilarWordSampler.sample(
                    Tensor.create(new float[] {.1f, .2f}, 1, 2),
                    Tensor.create(new boolean[] {true, true}, 1, 2),
                    1))
        .hasMessageContaining("every word of the vocabulary is excluded");
  }

  @Test
  void weightsAreNeverNegative() {
    Tensor weights =
        SimilarWordSampler.samplingWeights(
            Tensor.create(new float[] {-1, 0, .5f}, 1, 3),
            Tensor.create(new boolean[] {false, false, true}, 1, 3));
    float[] numbers = Tensors.toArray(weights);
    assertThat(numbers[0]).isCloseTo(1e-6f, within(1e-12f)).isEqualTo(numbers[1]);
    assertThat(numbers[2]).isZero();
  }
}
