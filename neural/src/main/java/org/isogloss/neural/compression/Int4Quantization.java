package org.isogloss.neural.compression;

import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;

/**
 * Rows as they will be once they are written with four bits a number, -8 to 7, and a scale for each
 * {@value #BLOCK_SIZE}. Training that sees them so learns what is right after rounding, instead of
 * losing it there. Gradients pass as if nothing had been rounded (Bengio et al. 2013,
 * straight-through estimator; Jacob et al. 2018, section 3).
 */
public final class Int4Quantization {
  /** How many numbers share a scale. */
  public static final int BLOCK_SIZE = 32;

  /** What a block's largest number may become; of these the one of least squared error is taken. */
  private static final double[] SCALE_TARGETS = {-8, 7, 6, 5, 4, 3, 2, 1};

  private Int4Quantization() {}

  /**
   * Rounded rows.
   *
   * @param rows {@code [.., width]}, the width a multiple of {@value #BLOCK_SIZE}
   */
  public static Tensor fakeQuantize(Tensor rows) {
    return rows.add(roundingError(rows.detach()));
  }

  // The guard is there while its block runs.
  @SuppressWarnings("try")
  private static Tensor roundingError(Tensor rows) {
    try (NoGradGuard guard = new NoGradGuard()) {
      Tensor blocks = rows.reshape(-1, 1, BLOCK_SIZE);
      Tensor place = blocks.abs().argmax(new LongOptional(2), true);
      Tensor largest = blocks.gather(2, place);
      Tensor scales =
          largest.div(
              Tensor.create(SCALE_TARGETS)
                  .to(rows.device(), rows.scalar_type())
                  .view(1, SCALE_TARGETS.length, 1));
      // A block of zeros stays one: any scale does.
      Tensor divisors = scales.masked_fill(scales.eq(new Scalar(0)), new Scalar(1));
      Tensor candidates =
          blocks
              .div(divisors)
              .add(new Scalar(0.5))
              .floor()
              .clamp(new ScalarOptional(new Scalar(-8)), new ScalarOptional(new Scalar(7)))
              .mul(divisors);
      Tensor best =
          candidates
              .sub(blocks)
              .square()
              .sum(new long[] {2}, true, new ScalarTypeOptional())
              .argmin(new LongOptional(1), true)
              .expand(-1, 1, BLOCK_SIZE);
      return candidates.gather(1, best).sub(blocks).view_as(rows);
    }
  }
}
