// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.isogloss.api.WordMatch;
import org.isogloss.core.ExplainablePairScorer.TokenMatch;
import org.isogloss.core.Language;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.junit.jupiter.api.Test;

class TokenWordMatcherTest {
  private static final Query QUERY = new Query("q", Language.of("en"), "rail station fees");
  private static final Passage PASSAGE =
      new Passage("d", 0, Language.of("de"), "Köln", "Der Bahnhof liegt am Rand.", 0, 26);

  @Test
  void matchesTheWordToWhichTheTokensOfAQueryWordContributeMost() {
    String text = PASSAGE.titledText();
    int station = text.indexOf("Bahnhof");
    int edge = text.indexOf("Rand");
    List<WordMatch> matches =
        TokenWordMatcher.match(
            List.of(
                // "sta" and "tion" meet two tokens of one word, "rail" a token with a space.
                new TokenMatch(5, 8, station, station + 4, 0.9, 0.2),
                new TokenMatch(8, 12, station + 4, station + 7, 0.7, 0.2),
                new TokenMatch(0, 4, edge - 1, edge + 4, 0.6, 0.3),
                new TokenMatch(0, 4, station, station + 4, 0.9, 0.1),
                // A weak match and one of punctuation.
                new TokenMatch(13, 17, edge, edge + 4, 0.2, 0.1),
                new TokenMatch(13, 17, text.length() - 1, text.length(), 0.9, 0.1)),
            QUERY,
            PASSAGE);
    assertThat(matches)
        .extracting(match -> match.queryWord() + " = " + match.passageWord().coveredText(text))
        .containsExactly("rail = Rand", "station = Bahnhof");
    assertThat(matches.getLast().similarity()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void findsNothingWithoutMatches() {
    assertThat(TokenWordMatcher.match(List.of(), QUERY, PASSAGE)).isEmpty();
  }
}
