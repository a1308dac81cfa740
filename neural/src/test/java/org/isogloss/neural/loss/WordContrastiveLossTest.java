// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Test;

/** Compares the loss with HICTL's equations 5 and 6, computed with plain loops. */
@RequiresTorch
class WordContrastiveLossTest {
  private static final int N = 3;
  private static final int MAX_WORDS = 4;
  private static final int M = 5;
  private static final int D = 6;
  private static final double SCALE = 1.7;

  /** Number of words of each pair; the third has none. */
  private static final int[] WORD_COUNTS = {4, 2, 0};

  private final double[] queries = numbers(1, N * D);
  private final double[] words = numbers(2, N * MAX_WORDS * D);
  private final double[] negatives = numbers(3, N * M * D);

  private static double[] numbers(long seed, int size) {
    return new Random(seed).doubles(size, -2, 2).toArray();
  }

  private static Tensor mask() {
    boolean[] mask = new boolean[N * MAX_WORDS];
    for (int i = 0; i < N; i++) {
      for (int t = 0; t < WORD_COUNTS[i]; t++) {
        mask[i * MAX_WORDS + t] = true;
      }
    }
    return Tensor.create(mask, N, MAX_WORDS);
  }

  private double naive() {
    double loss = 0;
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int t = 0; t < WORD_COUNTS[i]; t++) {
        double own = Math.exp(SCALE * cosine(i, words, i * MAX_WORDS + t));
        double all = own;
        for (int j = 0; j < M; j++) {
          all += Math.exp(SCALE * cosine(i, negatives, i * M + j));
        }
        sum -= Math.log(own / all);
      }
      loss += WORD_COUNTS[i] == 0 ? 0 : sum / WORD_COUNTS[i];
    }
    return loss / N;
  }

  private double cosine(int query, double[] rows, int row) {
    double dot = 0;
    double a = 0;
    double b = 0;
    for (int d = 0; d < D; d++) {
      double x = queries[query * D + d];
      double y = rows[row * D + d];
      dot += x * y;
      a += x * x;
      b += y * y;
    }
    return dot / Math.sqrt(a * b);
  }

  @Test
  void agreesWithItsDefinitionAndItsGradientWithFiniteDifferences() {
    Tensor queryTensor = Tensor.create(queries.clone(), N, D).requires_grad_();
    Tensor own = Tensor.create(words.clone(), N, MAX_WORDS, D).requires_grad_();
    Tensor negativeTensor = Tensor.create(negatives.clone(), N, M, D).requires_grad_();
    Tensor loss = new WordContrastiveLoss(SCALE).loss(queryTensor, own, mask(), negativeTensor);
    assertThat(loss.item_double()).isCloseTo(naive(), within(1e-12));
    loss.backward();
    checkGradient(queryTensor, queries);
    checkGradient(own, words);
    checkGradient(negativeTensor, negatives);
  }

  private void checkGradient(Tensor leaf, double[] values) {
    double[] gradient = new double[values.length];
    leaf.grad().contiguous().<DoubleBuffer>createBuffer().get(gradient);
    for (int i = 0; i < values.length; i++) {
      double before = values[i];
      values[i] = before + 1e-5;
      double up = naive();
      values[i] = before - 1e-5;
      double down = naive();
      values[i] = before;
      assertThat(gradient[i]).isCloseTo((up - down) / 2e-5, within(1e-8));
    }
  }

  @Test
  void zeroVectorsGiveFiniteLossesAndGradients() {
    Tensor queryTensor = Tensor.create(new double[N * D], N, D).requires_grad_();
    Tensor loss =
        new WordContrastiveLoss(1)
            .loss(
                queryTensor,
                Tensor.create(words, N, MAX_WORDS, D),
                mask(),
                Tensor.create(negatives, N, M, D));
    loss.backward();
    assertThat(loss.item_double()).isCloseTo(2.0 / 3 * Math.log(M + 1), within(1e-12));
    assertThat(queryTensor.grad().isfinite().all().item_bool()).isTrue();
  }

  @Test
  void rejectsAScaleOfZero() {
    assertThatThrownBy(() -> new WordContrastiveLoss(0)).hasMessageContaining("scale is 0.0");
  }
}
