// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import java.nio.FloatBuffer;
import java.nio.file.Path;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Validates the values of weights. A damaged byte in an exponent makes a value huge, infinite or
 * NaN; a model with one such weight computes meaningless vectors without reporting an error.
 */
public final class WeightValidator {
  /**
   * Maximum magnitude of a weight: the largest number in half precision, in which models are
   * trained and published. Weights of real models are below 1000.
   */
  public static final float MAX_MAGNITUDE = 65_504;

  private static final int MAX_BITS = Float.floatToIntBits(MAX_MAGNITUDE);

  private WeightValidator() {}

  /**
   * Requires finite values of plausible magnitude.
   *
   * @param file the file that contains the tensor, for the message
   * @throws ModelFormatException if a value is not finite or larger in magnitude than {@link
   *     #MAX_MAGNITUDE}
   */
  public static void requireValid(Path file, String tensor, float... values) {
    requireValid(file, tensor, FloatBuffer.wrap(values), 0);
  }

  /**
   * Requires finite values of plausible magnitude in a part of a tensor.
   *
   * @param values the values from position to limit, which are not changed
   * @param offset the index in the tensor of the first value
   */
  public static void requireValid(Path file, String tensor, FloatBuffer values, long offset) {
    // Interpreted as integers, NaN and infinity are larger than all other magnitudes, and a maximum
    // is fast to compute.
    int maxBits = 0;
    for (int i = values.position(); i < values.limit(); i++) {
      maxBits = Math.max(maxBits, Float.floatToRawIntBits(values.get(i)) & Integer.MAX_VALUE);
    }
    if (maxBits > MAX_BITS) {
      throw error(file, tensor, values, offset);
    }
  }

  private static ModelFormatException error(
      Path file, String tensor, FloatBuffer values, long first) {
    int index = values.position();
    while (Math.abs(values.get(index)) <= MAX_MAGNITUDE) {
      index++;
    }
    return new ModelFormatException(
        file,
        "tensor "
            + Excerpt.quote(tensor)
            + " holds "
            + values.get(index)
            + " at index "
            + (first + index - values.position())
            + ", expected finite numbers of at most "
            + MAX_MAGNITUDE
            + ": get a complete copy, or resume training from a checkpoint before it diverged");
  }
}
