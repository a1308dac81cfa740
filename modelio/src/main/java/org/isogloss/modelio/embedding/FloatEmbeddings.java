// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import static java.util.Objects.requireNonNull;

/**
 * Token vectors in single precision.
 *
 * @param dimension dimension of a vector, 1 or more
 * @param values {@code [tokens * dimension]}, row after row; not copied
 */
public record FloatEmbeddings(int dimension, float[] values) implements EmbeddingRows {
  public FloatEmbeddings {
    requireNonNull(values, "values is null");
    if (dimension < 1 || values.length % dimension != 0) {
      throw new IllegalArgumentException(
          values.length + " values, expected rows of " + dimension + " numbers");
    }
  }

  @Override
  public int vocabularySize() {
    return values.length / dimension;
  }

  @Override
  public void addTo(float[] sum, int token) {
    add(values, token * dimension, sum);
  }

  /** A separate, simple method so that the JIT compiler vectorises it. */
  private static void add(float[] values, int from, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += values[from + i];
    }
  }
}
