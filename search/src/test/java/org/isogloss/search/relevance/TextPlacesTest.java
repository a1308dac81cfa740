// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.isogloss.core.Hit;
import org.junit.jupiter.api.Test;

class TextPlacesTest {
  private static List<Hit> hits(String... ids) {
    return Stream.of(ids).map(id -> new Hit(id, 1)).toList();
  }

  private static RankedText text(double logOdds, String... ids) {
    return new RankedText(hits(ids), logOdds, logOdds, /* preferred= */ false);
  }

  private static final RankedText A = text(2, "a1", "a2", "a3");
  private static final RankedText B = text(1, "b1", "b2");
  private static final RankedText C = text(0, "c1");
  private static final List<Hit> RANKING = hits("a1", "b1", "a2", "x", "b2", "c1", "a3");

  private static List<Hit> arranged(RankedText... ordered) {
    return List.copyOf(TextPlaces.of(List.of(A, B, C), RANKING).arrange(List.of(ordered)).keySet());
  }

  @Test
  void keepsTheOrderOfThePipeline() {
    assertThat(arranged(A, B, C)).isEqualTo(hits("a1", "b1", "a2", "b2", "c1", "a3"));
  }

  @Test
  void translationsKeepTheirDistanceFromTheirText() {
    assertThat(arranged(B, A, C)).isEqualTo(hits("b1", "b2", "a1", "c1", "a2", "a3"));
    assertThat(arranged(text(2, "a3", "a1", "a2"), B, C))
        .as("another translation first")
        .isEqualTo(hits("a3", "b1", "a1", "b2", "c1", "a2"));
  }

  @Test
  void logOddsDescendWithTheRanks() {
    List<RankedText> texts = List.of(A, B, C);
    assertThat(TextPlaces.of(texts, RANKING).arrange(texts).values())
        .containsExactly(2.0, 1.0, 1.0, 1.0, 0.0, 0.0);
  }
}
