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
  float[] vector(int token);
}
