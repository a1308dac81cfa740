// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

/** Vectors of the same dimension, one for each token. */
public sealed interface EmbeddingRows permits FloatEmbeddings, StaticEmbeddings {
  /** Returns the dimension of a vector. */
  int dimension();

  /** Returns the number of tokens. */
  int vocabularySize();

  /** Returns the vector of a token, {@code [dimension]}. */
  default float[] vector(int token) {
    float[] vector = new float[dimension()];
    addTo(vector, token);
    return vector;
  }

  /**
   * Adds the vector of a token to a sum.
   *
   * @param sum {@code [dimension]}, or fewer numbers, to which the first ones of the vector are
   *     added
   */
  void addTo(float[] sum, int token);
}
