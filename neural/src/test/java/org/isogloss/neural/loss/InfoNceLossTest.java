// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RequiresTorch
class InfoNceLossTest {
  private static final int N = 5;
  private static final int D = 3;
  private static final int[] LEFT_KEYS = {0, 1, 2, 1, 4};

  /** The second one is a sentence of the left side, as in pairs of several languages. */
  private static final int[] RIGHT_KEYS = {10, 4, 12, 13, 14};

  private static double[] random(long seed) {
    return new Random(seed).doubles(N * D, -1, 1).toArray();
  }

  private static Tensor loss(InBatchNegatives negatives, Tensor left, Tensor right) {
    return new InfoNceLoss(negatives)
        .loss(
            left,
            right,
            torch.full(new long[0], Tensors.scalar(4)),
            Tensors.longTensor(LEFT_KEYS),
            Tensors.longTensor(RIGHT_KEYS));
  }

  /** The definition, computed with plain loops. */
  private static double naive(InBatchNegatives negatives, double[] left, double[] right) {
    return (direction(negatives, left, right) + direction(negatives, right, left)) / 2;
  }

  private static double direction(InBatchNegatives negatives, double[] from, double[] to) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      double all = 0;
      for (int j = 0; j < N; j++) {
        boolean duplicate =
            LEFT_KEYS[i] == LEFT_KEYS[j]
                || RIGHT_KEYS[i] == RIGHT_KEYS[j]
                || LEFT_KEYS[i] == RIGHT_KEYS[j]
                || RIGHT_KEYS[i] == LEFT_KEYS[j];
        if (j == i || !duplicate) {
          all += Math.exp(4 * dot(from, i, to, j));
        }
        if (negatives == InBatchNegatives.BOTH_SIDES && !duplicate) {
          all += Math.exp(4 * dot(from, i, from, j));
        }
      }
      sum -= Math.log(Math.exp(4 * dot(from, i, to, i)) / all) / N;
    }
    return sum;
  }

  private static double dot(double[] a, int i, double[] b, int j) {
    double sum = 0;
    for (int d = 0; d < D; d++) {
      sum += a[i * D + d] * b[j * D + d];
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource
  void agreesWithItsDefinitionAndItsGradientWithFiniteDifferences(InBatchNegatives negatives) {
    double[] left = random(1);
    double[] right = random(2);
    Tensor leaf = Tensor.create(left, N, D).requires_grad_();
    Tensor loss = loss(negatives, leaf, Tensor.create(right, N, D));
    assertThat(loss.item_double()).isCloseTo(naive(negatives, left, right), within(1e-9));
    loss.backward();
    double[] gradient = new double[N * D];
    leaf.grad().<DoubleBuffer>createBuffer().get(gradient);
    for (int i = 0; i < left.length; i++) {
      double[] moved = left.clone();
      moved[i] += 1e-5;
      double up = naive(negatives, moved, right);
      moved[i] -= 2e-5;
      double down = naive(negatives, moved, right);
      assertThat(gradient[i]).isCloseTo((up - down) / 2e-5, within(1e-6));
    }
  }
}
