// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The input of the first layer: the embeddings of tokens, segments and positions, added and
 * normalised.
 *
 * @param vocabularySize rows of the word embedding
 * @param width width of these rows: the hidden size, or less if the embedding is factorised
 * @param segments rows of the segment (token type) embedding; 0 if there is none
 * @param positions position embeddings; empty if only attention knows positions
 * @param scale factor of the word embedding
 * @param normalized whether the sum is normalised
 */
public record TokenEmbeddings(
    int vocabularySize,
    int width,
    int segments,
    Optional<AbsolutePositions> positions,
    float scale,
    boolean normalized) {
  private static final int MAX_VOCABULARY = 1 << 22;
  private static final int MAX_SEGMENTS = 1 << 10;

  public TokenEmbeddings {
    requireNonNull(positions, "positions is null");
    Sizes.require("vocab_size", vocabularySize, MAX_VOCABULARY);
    Sizes.require("embedding_size", width, Sizes.MAX_HIDDEN);
    if (segments != 0) {
      Sizes.require("type_vocab_size", segments, MAX_SEGMENTS);
    }
  }
}
