package org.isogloss.search.vector;

import org.apache.lucene.index.CorruptIndexException;

/** Refuses cosines that only damaged vectors can have. */
final class CosineValidator {
  /** Rounding, also to bytes, makes cosines a little larger than 1. */
  static final float MAX = 1.5f;

  /** Largest cosine of a vector in bytes without a mean that it may be very near to. */
  static final float MAX_CENTRED_QUANTIZED = 16;

  private CosineValidator() {}

  /**
   * Returns a cosine.
   *
   * @throws CorruptIndexException if it is not a number, or its absolute value is above {@code max}
   */
  static float requireInRange(float cosine, float max) throws CorruptIndexException {
    if (!(Math.abs(cosine) <= max)) {
      throw new CorruptIndexException(
          "a vector gives the score " + cosine + ", expected -1 to 1", "vectors");
    }
    return cosine;
  }
}
