// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.isogloss.core.Passage;
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
 */
public record EncodedPassage(
    Passage passage,
    Optional<float[]> vector,
    Optional<BytesRef> sentenceVectors,
    Optional<BytesRef> tokenVectors) {}
