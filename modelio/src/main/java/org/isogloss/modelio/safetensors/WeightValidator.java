package org.isogloss.modelio.safetensors;

import java.nio.FloatBuffer;
import java.nio.file.Path;
import org.isogloss.modelio.format.Excerpt;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * Checks the numbers of tensors that are used as weights. A damaged byte in an exponent makes a
 * number huge, infinite or not a number at all; a model with one such weight gives vectors that
 * compare to nothing, without an error of its own.
 */
public final class WeightValidator {
  /**
   * Limit of a weight's magnitude: the largest number of half precision, which models are trained
   * and published in. Weights of real models are below 1000.
   */
  public static final float MAX_MAGNITUDE = 65_504;

  private static final int MAX_BITS = Float.floatToIntBits(MAX_MAGNITUDE);

  private WeightValidator() {}

  /**
   * Requires finite numbers of a sane magnitude.
   *
   * @param file the tensor is from, for the message
   * @throws ModelFormatException if there is another
   */
  public static void requireValid(Path file, String tensor, float... values) {
    requireValid(file, tensor, FloatBuffer.wrap(values), 0);
  }

  /**
   * The same for a part of a tensor.
   *
   * @param values from the position to the limit, which stay as they are
   * @param offset the place in the tensor of the first of them
   */
  public static void requireValid(Path file, String tensor, FloatBuffer values, long offset) {
    // As integers, NaN and infinity are above all other magnitudes; a maximum is fast to compute.
    int worst = 0;
    for (int i = values.position(); i < values.limit(); i++) {
      worst = Math.max(worst, Float.floatToRawIntBits(values.get(i)) & Integer.MAX_VALUE);
    }
    if (worst > MAX_BITS) {
      throw bad(file, tensor, values, offset);
    }
  }

  private static ModelFormatException bad(
      Path file, String tensor, FloatBuffer values, long first) {
    int at = values.position();
    while (Math.abs(values.get(at)) <= MAX_MAGNITUDE) {
      at++;
    }
    return new ModelFormatException(
        file,
        "tensor "
            + Excerpt.quote(tensor)
            + " holds "
            + values.get(at)
            + " at place "
            + (first + at - values.position())
            + ", expected finite numbers of at most "
            + MAX_MAGNITUDE
            + ": get a whole copy, or train again from a state before it diverged");
  }
}
