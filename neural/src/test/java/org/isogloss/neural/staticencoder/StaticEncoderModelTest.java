// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Test;

@RequiresTorch
class StaticEncoderModelTest {
  private static final int VOCABULARY_SIZE = 5;
  private static final int D = 3;
  private static final int[][] TEXTS = {{0, 1, 1}, {3}, {2, 0, 3, 3, 1}};

  private static double[] random(int n, long seed) {
    return new Random(seed).doubles(n, -1, 1).toArray();
  }

  private static TokenBagBatch batch() {
    TokenBagBatch.Builder builder = new TokenBagBatch.Builder(VOCABULARY_SIZE);
    for (int[] text : TEXTS) {
      builder.beginText();
      for (int token : text) {
        builder.add(token);
      }
    }
    return builder.build();
  }

  /** Returns the weighted sum of rows of each text at unit length, computed by its definition. */
  private static double[][] naive(double[] rows, double[] logWeights) {
    double[][] vectors = new double[TEXTS.length][D];
    for (int t = 0; t < TEXTS.length; t++) {
      double squares = 0;
      for (int d = 0; d < D; d++) {
        for (int token : TEXTS[t]) {
          vectors[t][d] += Math.exp(logWeights[token]) * rows[token * D + d];
        }
        squares += vectors[t][d] * vectors[t][d];
      }
      for (int d = 0; d < D; d++) {
        vectors[t][d] /= Math.sqrt(squares);
      }
    }
    return vectors;
  }

  /** Returns the function of the gradients below: the sum of all elements times constants. */
  private static double weightedSum(double[] rows, double[] logWeights, double[] constants) {
    double sum = 0;
    double[][] vectors = naive(rows, logWeights);
    for (int t = 0; t < TEXTS.length; t++) {
      for (int d = 0; d < D; d++) {
        sum += vectors[t][d] * constants[t * D + d];
      }
    }
    return sum;
  }

  @Test
  void encodesByTheDefinition() {
    double[] rows = random(VOCABULARY_SIZE * D, 1);
    double[] logWeights = random(VOCABULARY_SIZE, 2);
    try (StaticEncoderModel model =
        new StaticEncoderModel(
            Tensor.create(rows, VOCABULARY_SIZE, D),
            Tensor.create(logWeights, VOCABULARY_SIZE, 1))) {
      double[] found = new double[TEXTS.length * D];
      model.vectors(batch()).<DoubleBuffer>createBuffer().get(found);
      double[][] expected = naive(rows, logWeights);
      for (int i = 0; i < found.length; i++) {
        assertThat(found[i]).isCloseTo(expected[i / D][i % D], within(1e-12));
      }
    }
  }

  @Test
  void gradientsAgreeWithFiniteDifferences() {
    double[] rows = random(VOCABULARY_SIZE * D, 3);
    double[] logWeights = random(VOCABULARY_SIZE, 4);
    double[] constants = random(TEXTS.length * D, 5);
    try (StaticEncoderModel model =
        new StaticEncoderModel(
            Tensor.create(rows, VOCABULARY_SIZE, D),
            Tensor.create(logWeights, VOCABULARY_SIZE, 1))) {
      model.encode(batch()).mul(Tensor.create(constants, TEXTS.length, D)).sum().backward();
      assertGradientsAgree(
          model.rows(), rows, D, moved -> weightedSum(moved, logWeights, constants));
      assertGradientsAgree(
          model.logWeights(), logWeights, 1, moved -> weightedSum(rows, moved, constants));
    }
  }

  private static void assertGradientsAgree(
      TrainableRowTable table, double[] values, int width, ToDoubleFunction<double[]> function) {
    TrainableRowTable.RowGradient gradient = table.rowGradient().orElseThrow();
    long[] ids = new long[(int) gradient.ids().numel()];
    gradient.ids().<LongBuffer>createBuffer().get(ids);
    double[] flat = new double[ids.length * width];
    gradient.gradient().contiguous().<DoubleBuffer>createBuffer().get(flat);
    // Token 4 is in no text.
    assertThat(ids).containsExactlyInAnyOrder(0, 1, 2, 3);
    for (int k = 0; k < flat.length; k++) {
      int index = (int) ids[k / width] * width + k % width;
      double[] moved = values.clone();
      moved[index] += 1e-6;
      double up = function.applyAsDouble(moved);
      moved[index] -= 2e-6;
      double down = function.applyAsDouble(moved);
      assertThat(flat[k]).isCloseTo((up - down) / 2e-6, within(1e-7));
    }
  }
}
