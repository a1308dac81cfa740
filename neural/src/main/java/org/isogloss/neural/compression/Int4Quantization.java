// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.compression;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;

/**
 * Fake quantization to four bits: rounds rows as they will be rounded on export, to integers from
 * -8 to 7 with a scale per {@value #BLOCK_SIZE} numbers. Training with rounded rows adapts the
 * model to the rounding of the export. Gradients are passed through unchanged (straight-through
 * estimator, Bengio et al. 2013; Jacob et al. 2018, section 3).
 */
public final class Int4Quantization {
  /** Number of consecutive values that share a scale. */
  public static final int BLOCK_SIZE = 32;

  /**
   * Candidate integers for the value of greatest magnitude in a block; the one with the least
   * squared error determines the scale.
   */
  private static final double[] SCALE_TARGETS = {-8, 7, 6, 5, 4, 3, 2, 1};

  private Int4Quantization() {}

  /**
   * Returns the rounded rows; gradients pass unchanged.
   *
   * @param rows {@code [.., width]}; the width is a multiple of {@value #BLOCK_SIZE}
   */
  public static Tensor fakeQuantize(Tensor rows) {
    return rows.add(roundingError(rows.detach()));
  }

  // The guard takes effect by being open.
  @SuppressWarnings("try")
  private static Tensor roundingError(Tensor rows) {
    try (NoGradGuard guard = new NoGradGuard()) {
      Tensor blocks = rows.reshape(-1, 1, BLOCK_SIZE);
      Tensor position = blocks.abs().argmax(new LongOptional(2), true);
      Tensor largest = blocks.gather(2, position);
      Tensor scales =
          largest.div(
              Tensor.create(SCALE_TARGETS)
                  .to(rows.device(), rows.scalar_type())
                  .view(1, SCALE_TARGETS.length, 1));
      // A block of zeros remains unchanged with any scale.
      Tensor divisors = scales.masked_fill(scales.eq(new Scalar(0)), new Scalar(1));
      // In place, as these tensors have eight times the size of the rows.
      Tensor candidates =
          blocks
              .div(divisors)
              .add_(new Scalar(0.5))
              .floor_()
              .clamp_(new ScalarOptional(new Scalar(-8)), new ScalarOptional(new Scalar(7)))
              .mul_(divisors);
      Tensor best =
          candidates
              .sub(blocks)
              .square_()
              .sum(new long[] {2}, true, new ScalarTypeOptional())
              .argmin(new LongOptional(1), true)
              .expand(-1, 1, BLOCK_SIZE);
      return candidates.gather(1, best).sub_(blocks).view_as(rows);
    }
  }
}
