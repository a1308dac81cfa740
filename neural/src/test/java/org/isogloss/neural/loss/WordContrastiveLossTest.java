package org.isogloss.neural.loss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Test;

/** HICTL's equations 5 and 6, word for word, beside what computes them. */
@RequiresTorch
class WordContrastiveLossTest {
  private static final int N = 3;
  private static final int MOST = 4;
  private static final int M = 5;
  private static final int D = 6;
  private static final double SCALE = 1.7;

  /** How many words each pair has; the third has none. */
  private static final int[] BAGS = {4, 2, 0};

  private final double[] queries = numbers(1, N * D);
  private final double[] words = numbers(2, N * MOST * D);
  private final double[] others = numbers(3, N * M * D);

  private static double[] numbers(long seed, int size) {
    return new Random(seed).doubles(size, -2, 2).toArray();
  }

  private static Tensor inBag() {
    boolean[] inBag = new boolean[N * MOST];
    for (int i = 0; i < N; i++) {
      for (int t = 0; t < BAGS[i]; t++) {
        inBag[i * MOST + t] = true;
      }
    }
    return Tensor.create(inBag, N, MOST);
  }

  private double naive() {
    double loss = 0;
    for (int i = 0; i < N; i++) {
      double sum = 0;
      for (int t = 0; t < BAGS[i]; t++) {
        double own = Math.exp(SCALE * cosine(i, words, i * MOST + t));
        double all = own;
        for (int j = 0; j < M; j++) {
          all += Math.exp(SCALE * cosine(i, others, i * M + j));
        }
        sum -= Math.log(own / all);
      }
      loss += BAGS[i] == 0 ? 0 : sum / BAGS[i];
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
    Tensor asking = Tensor.create(queries.clone(), N, D).requires_grad_();
    Tensor own = Tensor.create(words.clone(), N, MOST, D).requires_grad_();
    Tensor against = Tensor.create(others.clone(), N, M, D).requires_grad_();
    Tensor loss = new WordContrastiveLoss(SCALE).loss(asking, own, inBag(), against);
    assertThat(loss.item_double()).isCloseTo(naive(), within(1e-12));
    loss.backward();
    checkGradient(asking, queries);
    checkGradient(own, words);
    checkGradient(against, others);
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
  void aVectorWithoutLengthIsNoReasonForNoNumber() {
    Tensor asking = Tensor.create(new double[N * D], N, D).requires_grad_();
    Tensor loss =
        new WordContrastiveLoss(1)
            .loss(
                asking, Tensor.create(words, N, MOST, D), inBag(), Tensor.create(others, N, M, D));
    loss.backward();
    assertThat(loss.item_double()).isCloseTo(2.0 / 3 * Math.log(M + 1), within(1e-12));
    assertThat(asking.grad().isfinite().all().item_bool()).isTrue();
  }

  @Test
  void aScaleIsGreaterThanNothing() {
    assertThatThrownBy(() -> new WordContrastiveLoss(0)).hasMessageContaining("scale is 0.0");
  }
}
