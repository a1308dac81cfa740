// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import org.isogloss.core.util.DotProducts;

/**
 * Dot products whose results depend only on the vectors. {@link org.apache.lucene.util.VectorUtil}
 * is several times faster, but its order of summation depends on the processor and on whether the
 * JVM has already compiled the code, so that its results differ in the last digits between calls.
 */
public final class ReproducibleDotProduct {
  private ReproducibleDotProduct() {}

  /** The dot product, summed in double precision in a fixed order. */
  public static float dotProduct(float[] a, float[] b) {
    return (float) DotProducts.inDoublePrecision(a, b);
  }

  /** Scales a vector to unit length in place; the zero vector is unchanged. */
  public static float[] normalize(float[] vector) {
    double length = Math.sqrt(DotProducts.inDoublePrecision(vector, vector));
    for (int i = 0; i < vector.length && length > 0; i++) {
      vector[i] = (float) (vector[i] / length);
    }
    return vector;
  }
}
