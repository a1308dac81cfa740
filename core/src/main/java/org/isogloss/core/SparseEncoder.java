// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.List;

/**
 * Encodes texts as weights of terms, mostly of a vocabulary of subwords: a learned counterpart of
 * the words and the weights of BM25 (Formal et al., <i>SPLADE</i>, SIGIR 2021). The similarity of a
 * query and a passage is {@link SparseVector#dot}. Implementations are thread-safe. The vector of a
 * text depends only on the text and its role, not on the other texts of the batch.
 */
public interface SparseEncoder extends AutoCloseable {
  /**
   * Identifies the model: a checksum of everything that determines its weights. An index stores the
   * fingerprint and rejects an encoder with a different one.
   *
   * @return lower-case hexadecimal digits, the same for the same model on every machine
   */
  String fingerprint();

  /** Returns the number of terms; their ids are 0 and above. */
  int vocabularySize();

  /**
   * Returns a term as it is shown to people.
   *
   * @param id from 0 to {@link #vocabularySize} - 1
   */
  String term(int id);

  /**
   * Encodes texts.
   *
   * @param texts any number of texts of any length; text beyond the maximum length of the model is
   *     ignored
   * @return the vectors in the order of the texts; that of a {@linkplain Encoder#isBlank blank}
   *     text is empty
   */
  List<SparseVector> encode(List<String> texts, Role role);

  /** Returns whether the encoder reads the whole text, see {@link Encoder#fits}. */
  default boolean fits(String text, Role role) {
    return true;
  }

  /**
   * Releases the encoder's resources; it cannot be used afterwards. Closing it again has no effect.
   */
  @Override
  void close();
}
