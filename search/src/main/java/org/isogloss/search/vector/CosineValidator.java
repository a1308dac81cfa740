// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import org.apache.lucene.index.CorruptIndexException;

/** Rejects cosines that can only result from damaged vectors. */
final class CosineValidator {
  /** Maximum plausible cosine: rounding and quantisation make cosines slightly larger than 1. */
  static final float MAX = 1.5f;

  /**
   * Maximum plausible cosine of a quantised vector after subtraction of a mean to which it is very
   * close.
   */
  static final float MAX_CENTRED_QUANTIZED = 16;

  private CosineValidator() {}

  /**
   * Returns a cosine after checking it.
   *
   * @throws CorruptIndexException if it is not a number, or its absolute value is above {@code max}
   */
  static float requireInRange(float cosine, float max) throws CorruptIndexException {
    if (!(Math.abs(cosine) <= max)) {
      throw new CorruptIndexException(
          "a vector yields the score " + cosine + ", expected -1 to 1", "vectors");
    }
    return cosine;
  }
}
