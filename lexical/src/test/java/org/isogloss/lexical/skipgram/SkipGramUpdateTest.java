// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.isogloss.core.concurrent.WorkerPool;
import org.junit.jupiter.api.Test;

class SkipGramUpdateTest {
  private static final int DIMENSION = 7;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private SkipGramModel model(String... words) {
    SubwordIndex subwords = SubwordIndex.of(List.of(words), new SubwordNgrams(3, 4, 100_000));
    try (WorkerPool workers = new WorkerPool("test", 1)) {
      SkipGramModel model =
          SkipGramModel.initialise(subwords, words.length, DIMENSION, seed, workers);
      for (float[][] matrix : List.of(model.input(), model.output())) {
        for (float[] row : matrix) {
          for (int i = 0; i < DIMENSION; i++) {
            row[i] = 2 * random.nextFloat() - 1;
          }
        }
      }
      return model;
    }
  }

  private static float[][] copy(float[][] matrix) {
    float[][] copy = new float[matrix.length][];
    for (int row = 0; row < copy.length; row++) {
      copy[row] = matrix[row].clone();
    }
    return copy;
  }

  /** The loss by its definition, in double precision. */
  private static double loss(SkipGramModel model, int word, int... targets) {
    SubwordIndex subwords = model.subwords();
    double loss = 0;
    for (int i = 0; i < targets.length; i++) {
      double product = 0;
      for (int j = 0; j < DIMENSION; j++) {
        double hidden = 0;
        for (int at = subwords.start(word); at < subwords.end(word); at++) {
          hidden += model.input()[subwords.rows()[at]][j];
        }
        product +=
            hidden / (subwords.end(word) - subwords.start(word)) * model.output()[targets[i]][j];
      }
      loss -= Math.log(1 / (1 + Math.exp(i == 0 ? -product : product)));
    }
    return loss;
  }

  /** The derivative of the loss by one number of a row, by central differences. */
  private static double derivative(float[] row, int i, DoubleSupplier loss) {
    float value = row[i];
    row[i] = value + 1e-2f;
    double above = loss.getAsDouble();
    double step = row[i];
    row[i] = value - 1e-2f;
    double below = loss.getAsDouble();
    step -= row[i];
    row[i] = value;
    return (above - below) / step;
  }

  @Test
  void aStepFollowsTheGradientOfTheLoss() {
    SkipGramModel model = model("house", "garden", "tree", "river", "cloud");
    int[] targets = {1, 4, 2};
    float[][] input = copy(model.input());
    float[][] output = copy(model.output());
    SkipGramModel before = model;
    double[][] inputDerivatives = derivatives(before.input(), () -> loss(before, 0, targets));
    double[][] outputDerivatives = derivatives(before.output(), () -> loss(before, 0, targets));
    double loss = loss(model, 0, targets);

    SkipGramUpdate update = new SkipGramUpdate(model, 2);
    update.start(0);
    update.step(targets, 1);
    update.finish();

    assertThat(update.loss()).as("loss, seed %d", seed).isCloseTo(loss, within(1e-4));
    assertThat(update.pairs()).isEqualTo(1);
    // As in fastText, a row of the word receives the gradient of the mean of rows.
    int rows = model.subwords().end(0) - model.subwords().start(0);
    assertThat(rows).isEqualTo(1 + 5 + 4);
    requireChanges(input, model.input(), inputDerivatives, rows);
    requireChanges(output, model.output(), outputDerivatives, 1);
    assertThat(model.output()[3]).as("no target").isEqualTo(output[3]);
  }

  private static double[][] derivatives(float[][] matrix, DoubleSupplier loss) {
    double[][] derivatives = new double[matrix.length][DIMENSION];
    for (int row = 0; row < matrix.length; row++) {
      for (int i = 0; i < DIMENSION; i++) {
        derivatives[row][i] = derivative(matrix[row], i, loss);
      }
    }
    return derivatives;
  }

  private void requireChanges(
      float[][] before, float[][] after, double[][] derivatives, int factor) {
    for (int row = 0; row < before.length; row++) {
      for (int i = 0; i < DIMENSION; i++) {
        assertThat((double) after[row][i] - before[row][i])
            .as("change of row %d, column %d, seed %d", row, i, seed)
            .isCloseTo(-factor * derivatives[row][i], within(2e-4));
      }
    }
  }

  @Test
  void severalContextsAreStepsOneAfterTheOther() {
    // banana has the n-gram "ana" twice, so that its row receives each gradient twice.
    SkipGramModel model = model("banana", "apple", "plum", "cherry");
    SkipGramModel reference = model("banana", "apple", "plum", "cherry");
    copyInto(reference.input(), model.input());
    copyInto(reference.output(), model.output());
    int[][] contexts = {{1, 2, 3}, {2, 1, 3}, {3, 0, 0}, {1, 0, 2}};

    SkipGramUpdate update = new SkipGramUpdate(model, 2);
    update.start(0);
    for (int[] targets : contexts) {
      update.step(targets, .3f);
    }
    update.finish();
    SkipGramUpdate single = new SkipGramUpdate(reference, 2);
    for (int[] targets : contexts) {
      single.start(0);
      single.step(targets, .3f);
      single.finish();
    }

    requireClose(model.input(), reference.input());
    requireClose(model.output(), reference.output());
    assertThat(update.loss()).isCloseTo(single.loss(), within(1e-4));
    assertThat(update.pairs()).isEqualTo(4);
  }

  private static void copyInto(float[][] to, float[][] from) {
    for (int row = 0; row < from.length; row++) {
      System.arraycopy(from[row], 0, to[row], 0, DIMENSION);
    }
  }

  private void requireClose(float[][] matrix, float[][] expected) {
    for (int row = 0; row < matrix.length; row++) {
      assertThat(matrix[row])
          .as("row %d, seed %d", row, seed)
          .containsExactly(expected[row], within(2e-5f));
    }
  }

  @Test
  void feedbackCountsRepeatedRows() {
    assertThat(SkipGramUpdate.feedback(new int[] {9, 1, 2, 3, 9}, 1, 4)).isEqualTo(1);
    assertThat(SkipGramUpdate.feedback(new int[] {5, 1, 5, 5}, 0, 4)).isEqualTo((9 + 1) / 4f);
  }

  @Test
  void theLossOfManyPairsDoesNotUnderflow() {
    SkipGramModel model = model("house", "garden", "tree");
    SkipGramUpdate update = new SkipGramUpdate(model, 2);
    double expected = 0;
    for (int i = 0; i < 2000; i++) {
      expected += loss(model, 0, 1, 2, 0);
      update.start(0);
      update.step(new int[] {1, 2, 0}, 1e-6f);
      update.finish();
    }
    assertThat(update.loss()).as("seed %d", seed).isCloseTo(expected, within(1e-4 * expected));
    update.resetLoss();
    assertThat(update.loss()).isZero();
    assertThat(update.pairs()).isZero();
  }
}
