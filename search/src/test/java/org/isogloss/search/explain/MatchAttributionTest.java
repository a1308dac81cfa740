// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.isogloss.api.WordAttribution;
import org.isogloss.core.ExplainablePairScorer.TokenMatch;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.junit.jupiter.api.Test;

class MatchAttributionTest {
  private static final String TEXT = "Die Katzen sitzen.";

  /** Two query tokens match tokens of the second word, and a third one matches the full stop. */
  private static final List<TokenMatch> MATCHES =
      List.of(
          new TokenMatch(0, 3, 3, 8, 1, 0.5),
          new TokenMatch(4, 7, 8, 10, 0.5, 0.25),
          new TokenMatch(8, 9, 17, 18, 0.25, 0.125));

  @Test
  void sumsTheContributionsOfTheTokensOfAWord() {
    Passage passage = new Passage("d", 0, Language.of("de"), "", TEXT, 0, TEXT.length());
    assertThat(MatchAttribution.attributions(MATCHES, passage))
        .extracting(effect -> effect.word().coveredText(TEXT), WordAttribution::attribution)
        .containsExactly(tuple("Die", 0.0), tuple("Katzen", 0.75), tuple("sitzen", 0.0));
  }
}
