// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.LongBuffer;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.Test;

@RequiresTorch
class LazyAdamTest {
  private static final int ROWS = 6;
  private static final int WIDTH = 3;
  private static final AdamOptions OPTIONS = new AdamOptions(0.1, 0.8, 0.95, 1e-6, 0.02);

  /** Algorithm 1 of Kingma and Ba (2015) in double precision, only on the rows of a batch. */
  private static final class Naive {
    private final double[][] values;
    private final double[][] mean = new double[ROWS][WIDTH];
    private final double[][] square = new double[ROWS][WIDTH];
    private int steps;

    Naive(float[] start) {
      values = new double[ROWS][WIDTH];
      for (int i = 0; i < start.length; i++) {
        values[i / WIDTH][i % WIDTH] = start[i];
      }
    }

    void step(int[] ids, double[][] gradient, double factor) {
      steps++;
      double rate = OPTIONS.learningRate() * factor;
      for (int k = 0; k < ids.length; k++) {
        for (int d = 0; d < WIDTH; d++) {
          double g = gradient[k][d];
          double m = 0.8 * mean[ids[k]][d] + 0.2 * g;
          double v = 0.95 * square[ids[k]][d] + 0.05 * g * g;
          mean[ids[k]][d] = m;
          square[ids[k]][d] = v;
          double value = values[ids[k]][d];
          value -= rate * OPTIONS.weightDecay() * value;
          value -=
              rate
                  * (m / (1 - Math.pow(0.8, steps)))
                  / (Math.sqrt(v / (1 - Math.pow(0.95, steps))) + 1e-6);
          values[ids[k]][d] = value;
        }
      }
    }
  }

  @Test
  void updatesOnlyTheGatheredRowsByTheDefinition() {
    Random random = new Random(11);
    float[] start = new float[ROWS * WIDTH];
    for (int i = 0; i < start.length; i++) {
      start[i] = (float) random.nextGaussian();
    }
    Naive naive = new Naive(start);
    try (TrainableRowTable table =
            new TrainableRowTable("rows", Tensor.create(start, ROWS, WIDTH));
        LazyAdam adam = new LazyAdam(table, OPTIONS)) {
      int[][] gathered = {{4, 0}, {0, 2, 3}, {1}, {0, 4}, {3, 2}};
      for (int[] ids : gathered) {
        double[][] gradient = new double[ids.length][WIDTH];
        float[] flat = new float[ids.length * WIDTH];
        for (int i = 0; i < flat.length; i++) {
          flat[i] = (float) random.nextGaussian();
          gradient[i / WIDTH][i % WIDTH] = flat[i];
        }
        double factor = random.nextDouble();
        // The gradient of the sum of rows times constants consists of the constants.
        table.gather(ids).mul(Tensor.create(flat, ids.length, WIDTH)).sum().backward();
        adam.step(factor);
        naive.step(ids, gradient, factor);
        float[] values = Tensors.toArray(table.values());
        for (int i = 0; i < values.length; i++) {
          assertThat((double) values[i])
              .isCloseTo(naive.values[i / WIDTH][i % WIDTH], within(2e-6));
        }
      }
      float[] values = Tensors.toArray(table.values());
      for (int d = 0; d < WIDTH; d++) {
        assertThat(values[5 * WIDTH + d])
            .as("row 5, never gathered")
            .isEqualTo(start[5 * WIDTH + d]);
      }
      assertThat(adam.steps()).isEqualTo(gathered.length);
    }
  }

  @Test
  void sumsTheGradientsOfARowGatheredTwice() {
    float[] start = new float[ROWS * WIDTH];
    try (TrainableRowTable table =
        new TrainableRowTable("rows", Tensor.create(start, ROWS, WIDTH))) {
      table.gather(new int[] {1, 3}).sum().backward();
      table.gather(new int[] {3, 0}).mul(Tensors.scalar(2)).sum().backward();
      TrainableRowTable.RowGradient gradient = table.rowGradient().orElseThrow();
      long[] ids = new long[3];
      gradient.ids().<LongBuffer>createBuffer().get(ids);
      assertThat(ids).containsExactly(0, 1, 3);
      assertThat(Tensors.toArray(gradient.gradient())).containsExactly(2, 2, 2, 1, 1, 1, 3, 3, 3);
    }
  }
}
