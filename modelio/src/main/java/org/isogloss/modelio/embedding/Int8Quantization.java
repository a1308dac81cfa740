// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

/**
 * The result of quantising the rows of a static encoder to eight bits.
 *
 * @param embeddings the quantised rows
 * @param minCosine the smallest cosine between a row and its quantised row, ignoring rows of zeros;
 *     1 if there are no other rows
 * @param meanCosine the mean of this cosine over the same rows
 * @param maxRelativeError the largest difference between a value and its quantised value, relative
 *     to the largest magnitude in its row: at most half of 1/127
 */
public record Int8Quantization(
    StaticEmbeddings embeddings, double minCosine, double meanCosine, double maxRelativeError) {
  /** The largest magnitude of a quantised value. */
  private static final int MAX_VALUE = 127;

  /**
   * Quantises rows to eight bits with one step per row: the value with the largest magnitude
   * becomes 127 or -127, the others the nearest multiple of the step.
   *
   * @param rows {@code [tokens * dimension]}, row after row
   * @param dimension length of a row
   * @param weights {@code [tokens]}, the weight of each row in a text; included in the scale
   * @throws IllegalArgumentException if the sizes do not match or a value is not finite
   */
  public static Int8Quantization quantize(float[] rows, int dimension, float[] weights) {
    if (dimension < 1 || (long) weights.length * dimension != rows.length) {
      throw new IllegalArgumentException(
          rows.length + " numbers, expected " + weights.length + " rows of " + dimension);
    }
    byte[] values = new byte[rows.length];
    float[] scales = new float[weights.length];
    double worstCosine = 1;
    double cosines = 0;
    double worstError = 0;
    int counted = 0;
    for (int token = 0; token < weights.length; token++) {
      int from = token * dimension;
      float largest = largest(rows, from, dimension);
      if (largest == 0) {
        continue;
      }
      double step = (double) largest / MAX_VALUE;
      double dot = 0;
      double before = 0;
      double after = 0;
      for (int i = from; i < from + dimension; i++) {
        long value = Math.round(rows[i] / step);
        values[i] = (byte) value;
        dot += rows[i] * (double) value;
        before += (double) rows[i] * rows[i];
        after += (double) value * value;
        worstError = Math.max(worstError, Math.abs(rows[i] - value * step) / largest);
      }
      scales[token] = (float) (step * weights[token]);
      double cosine = dot / Math.sqrt(before * after);
      worstCosine = Math.min(worstCosine, cosine);
      cosines += cosine;
      counted++;
    }
    return new Int8Quantization(
        new StaticEmbeddings(dimension, values, scales),
        worstCosine,
        counted == 0 ? 1 : cosines / counted,
        worstError);
  }

  private static float largest(float[] rows, int from, int dimension) {
    float largest = 0;
    for (int i = from; i < from + dimension; i++) {
      if (!Float.isFinite(rows[i])) {
        throw new IllegalArgumentException(
            "row " + from / dimension + " holds " + rows[i] + ", expected finite numbers");
      }
      largest = Math.max(largest, Math.abs(rows[i]));
    }
    return largest;
  }
}
