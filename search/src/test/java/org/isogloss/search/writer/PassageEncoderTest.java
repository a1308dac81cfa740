// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.contract.WordVectorScorer;
import org.isogloss.search.contract.WordWeights;
import org.junit.jupiter.api.Test;

class PassageEncoderTest {
  private static final WordWeights WEIGHTS = new WordWeights("library", "nine", "harbour");
  private static final List<Passage> PASSAGES =
      List.of(passage("The harbour opens at nine."), passage("A library."));

  /** A sparse encoder that records what it encodes. */
  private static final class Recording implements SparseEncoder {
    private final List<String> encoded = new ArrayList<>();

    @Override
    public String fingerprint() {
      return WEIGHTS.fingerprint();
    }

    @Override
    public int vocabularySize() {
      return WEIGHTS.vocabularySize();
    }

    @Override
    public String term(int id) {
      return WEIGHTS.term(id);
    }

    @Override
    public List<SparseVector> encode(List<String> texts, Role role) {
      encoded.addAll(texts);
      return WEIGHTS.encode(texts, role);
    }

    @Override
    public void close() {}
  }

  @Test
  void takesWeightsFromThePassThatComputesTokenVectors() {
    Recording sparse = new Recording();
    requireWeights(encoder(new WordVectorScorer(8, Optional.of(WEIGHTS)), sparse));
    assertThat(sparse.encoded).as("once, to compare").hasSize(1);
  }

  @Test
  void doesNotTakeOtherWeights() {
    Recording sparse = new Recording();
    WordWeights other = new WordWeights("harbour", "nine", "library");
    requireWeights(encoder(new WordVectorScorer(8, Optional.of(other)), sparse));
    requireWeights(encoder(new WordVectorScorer(8), sparse));
    assertThat(sparse.encoded).contains("The harbour opens at nine.", "A library.");
  }

  private static void requireWeights(PassageEncoder encoder) {
    assertThat(encoder.encode(PASSAGES))
        .extracting(passage -> passage.sparseVector().orElseThrow().terms())
        .containsExactly(new int[] {1, 2}, new int[] {0});
  }

  private static PassageEncoder encoder(TokenVectorScorer tokens, SparseEncoder sparse) {
    return new PassageEncoder(
        Optional.empty(), false, Optional.of(tokens), false, Optional.of(sparse));
  }

  private static Passage passage(String text) {
    return new Passage("d", 0, Language.of("en"), "", text, 0, text.length());
  }
}
