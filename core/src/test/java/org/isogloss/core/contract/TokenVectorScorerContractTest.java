// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.ExplainablePairScorer.TokenMatch;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.TokenVectors;
import org.junit.jupiter.api.Test;

/** The contract of {@link TokenVectorScorer}. */
public abstract class TokenVectorScorerContractTest extends PairScorerContractTest {
  private static final Query QUERY = new Query("q", Language.of("en"), "where is the station");
  private static final List<Passage> PASSAGES =
      List.of(
          passage("The station", "The cat sleeps. The station is behind the town hall."),
          passage("", "Wo ist der nächste Bahnhof?"),
          passage("", ""),
          passage("A title", "我想知道火车站在哪里。"));

  @Override
  protected abstract TokenVectorScorer open();

  private static Passage passage(String title, String text) {
    return new Passage("d", 0, Language.of("en"), title, text, 0, text.length());
  }

  private static List<TokenVectors> vectors(TokenVectorScorer scorer) {
    return scorer.encodePassages(PASSAGES).stream().map(TokenVectorScorer.Encoded::tokens).toList();
  }

  @Test
  void scoresOfVectorsAreThoseOfTexts() {
    try (TokenVectorScorer scorer = open()) {
      assertThat(scorer.scoreVectors(QUERY, vectors(scorer)))
          .containsExactly(scorer.score(QUERY, PASSAGES));
      assertThat(scorer.scoreVectors(QUERY, List.of())).isEmpty();
    }
  }

  @Test
  void scoresDoNotDependOnTheEncoderThatWroteTheVectors() {
    try (TokenVectorScorer first = open();
        TokenVectorScorer second = open()) {
      assertThat(first.fingerprint()).isEqualTo(second.fingerprint()).matches("[0-9a-f]+");
      assertThat(second.scoreVectors(QUERY, vectors(first)))
          .containsExactly(first.score(QUERY, PASSAGES));
    }
  }

  @Test
  void vectorsHaveTheStatedSize() {
    try (TokenVectorScorer scorer = open()) {
      for (TokenVectors vectors : vectors(scorer)) {
        assertThat(vectors.bytes().length % scorer.bytesPerToken()).isZero();
      }
      assertThat(vectors(scorer).getFirst().bytes()).isNotEmpty();
      assertThat(vectors(scorer).get(2).bytes()).isEmpty();
    }
  }

  @Test
  void pooledVectorsHaveUnitLength() {
    try (TokenVectorScorer scorer = open()) {
      List<TokenVectorScorer.Encoded> encoded = scorer.encodePassages(PASSAGES);
      assertThat(squaredLength(encoded.getFirst().pooled())).isCloseTo(1, within(1e-4));
      assertThat(squaredLength(encoded.get(2).pooled())).isZero();
      List<float[]> queries = scorer.encodeQueries(List.of(QUERY, Query.of(""), QUERY));
      assertThat(squaredLength(queries.getFirst())).isCloseTo(1, within(1e-4));
      assertThat(squaredLength(queries.get(1))).isZero();
      assertThat(queries.get(2)).containsExactly(queries.getFirst());
    }
  }

  private static double squaredLength(float[] vector) {
    return IntStream.range(0, vector.length).mapToDouble(i -> vector[i] * vector[i]).sum();
  }

  @Test
  void aPassageIsAsGoodAsItsOnlyPart() {
    try (TokenVectorScorer scorer = open()) {
      Passage passage = PASSAGES.get(1);
      TokenVectors vectors = vectors(scorer).get(1);
      float[] whole = scorer.scoreParts(QUERY, passage, vectors, new int[] {0});
      assertThat(whole[0]).isCloseTo(scorer.score(QUERY, List.of(passage))[0], within(1e-5f));
      int end = passage.text().length();
      assertThat(scorer.scoreParts(QUERY, passage, vectors, new int[] {0, end})[1])
          .isEqualTo(Float.NEGATIVE_INFINITY);
    }
  }

  @Test
  void partsAreNotBetterThanTheWhole() {
    try (TokenVectorScorer scorer = open()) {
      Passage passage = PASSAGES.getFirst();
      int[] starts = {0, 12, 28};
      float[] parts = scorer.scoreParts(QUERY, passage, vectors(scorer).getFirst(), starts);
      float whole = scorer.score(QUERY, List.of(passage))[0];
      for (float part : parts) {
        assertThat(part).isLessThanOrEqualTo(whole + 1e-5f);
      }
    }
  }

  @Test
  void matchesOfVectorsAreThoseOfTexts() {
    try (TokenVectorScorer scorer = open()) {
      Passage passage = PASSAGES.getFirst();
      List<TokenMatch> matches = scorer.matches(QUERY, passage, vectors(scorer).getFirst());
      assertThat(matches).isNotEmpty().isEqualTo(scorer.matches(QUERY, passage));
      assertThat(matches.stream().mapToDouble(TokenMatch::contribution).sum())
          .isCloseTo(scorer.score(QUERY, List.of(passage))[0], within(1e-5));
    }
  }

  @Test
  void rejectsVectorsOfAnotherSize() {
    try (TokenVectorScorer scorer = open()) {
      TokenVectors other =
          new TokenVectors(Language.of("en"), new byte[scorer.bytesPerToken() + 1]);
      assertThatThrownBy(() -> scorer.scoreVectors(QUERY, List.of(other)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(scorer.bytesPerToken()));
    }
  }
}
