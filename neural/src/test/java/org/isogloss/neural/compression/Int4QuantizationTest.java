// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@RequiresTorch
class Int4QuantizationTest {
  private static final int WIDTH = 64;
  private static final int ROWS = 5;

  private static float[] random(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[ROWS * WIDTH];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian(0, 0.1);
    }
    // A block of zeros, and one whose largest number is negative.
    Arrays.fill(values, 0, 32, 0);
    values[40] = -1;
    return values;
  }

  private static Tensor tensor(float[] values) {
    return Tensor.create(values.clone(), ROWS, WIDTH);
  }

  private static float[] naive(float[] values) {
    float[] rounded = new float[values.length];
    for (int from = 0; from < values.length; from += 32) {
      float largest = 0;
      for (int i = from; i < from + 32; i++) {
        largest = Math.abs(values[i]) > Math.abs(largest) ? values[i] : largest;
      }
      double leastError = Double.POSITIVE_INFINITY;
      for (int target : new int[] {-8, 7, 6, 5, 4, 3, 2, 1}) {
        float[] block = new float[32];
        double error = 0;
        for (int i = 0; i < 32 && largest != 0; i++) {
          float scale = largest / target;
          block[i] = scale * Math.clamp(Math.round(values[from + i] / scale), -8, 7);
          error += Math.pow(block[i] - values[from + i], 2);
        }
        if (error < leastError) {
          leastError = error;
          System.arraycopy(block, 0, rounded, from, 32);
        }
      }
    }
    return rounded;
  }

  @RepeatedTest(5)
  void roundsToTheNearestFourBitValues(RepetitionInfo repetition) {
    float[] values = random(repetition.getCurrentRepetition());
    float[] rounded = Tensors.toArray(Int4Quantization.fakeQuantize(tensor(values)));
    assertThat(rounded).containsExactly(naive(values), within(1e-6f));
    assertThat(Tensors.toArray(Int4Quantization.fakeQuantize(tensor(rounded))))
        .as("rounding is idempotent")
        .containsExactly(rounded, within(1e-6f));
  }

  @Test
  void passesGradientsUnchanged() {
    Tensor rows = tensor(random(1)).requires_grad_(true);
    Int4Quantization.fakeQuantize(rows).sum().backward();
    assertThat(Tensors.toArray(rows.grad())).containsOnly(1);
  }
}
