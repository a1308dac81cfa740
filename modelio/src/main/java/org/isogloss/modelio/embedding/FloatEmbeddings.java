// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

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
  public float[] vector(int token) {
    return Arrays.copyOfRange(values, token * dimension, (token + 1) * dimension);
  }
}
