// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Passage;
import org.isogloss.core.SparseVector;
import org.isogloss.core.TokenVectorScorer;

/**
 * A passage with its vectors.
 *
 * @param passage the passage
 * @param vector vector of unit length; empty if the index is purely lexical or the encoder returned
 *     a zero vector
 * @param sentenceVectors sentence vectors encoded by {@code SentenceVectorCodec}; empty if the
 *     index stores none or the passage has at most one sentence
 * @param tokenVectors token vectors in the format of a {@link TokenVectorScorer}; empty if the
 *     index stores none
 * @param sparseVector weights of terms; empty if the index stores none
 */
public record EncodedPassage(
    Passage passage,
    Optional<float[]> vector,
    Optional<BytesRef> sentenceVectors,
    Optional<BytesRef> tokenVectors,
    Optional<SparseVector> sparseVector) {
  /** Creates a passage without weights of terms. */
  public EncodedPassage(
      Passage passage,
      Optional<float[]> vector,
      Optional<BytesRef> sentenceVectors,
      Optional<BytesRef> tokenVectors) {
    this(passage, vector, sentenceVectors, tokenVectors, Optional.empty());
  }
}
