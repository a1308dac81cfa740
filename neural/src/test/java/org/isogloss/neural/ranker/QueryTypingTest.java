// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class QueryTypingTest {
  private static final String QUERY = "où est l'imprimante réseau";

  private static List<String> typed(QueryTyping typing, String query) {
    return LongStream.range(0, 2_000).mapToObj(seed -> typing.type(query, seed)).toList();
  }

  @Test
  void sharesOfTheQueriesAreTypedDifferently() {
    List<String> typed = typed(new QueryTyping(0.3, 0.2), QUERY);
    assertThat(typed.stream().filter("ou est l'imprimante reseau"::equals).count())
        .isBetween(540L, 660L);
    assertThat(typed.stream().filter(QUERY::equals).count()).isBetween(930L, 1_070L);
    assertThat(typed.stream().distinct().count()).isGreaterThan(10);
  }

  @Test
  void aSeedDeterminesHowAQueryIsTyped() {
    QueryTyping typing = new QueryTyping(0.1, 0.8);
    assertThat(typed(typing, QUERY)).isEqualTo(typed(typing, QUERY));
  }

  @Test
  void queriesWithoutSuchLettersStayAsTheyAre() {
    assertThat(typed(new QueryTyping(0.5, 0.5), "ip v6")).containsOnly("ip v6");
    assertThat(typed(new QueryTyping(0, 0), QUERY)).containsOnly(QUERY);
  }

  @Test
  void rejectsFractionsThatAreNone() {
    assertThatThrownBy(() -> new QueryTyping(0.6, 0.5))
        .hasMessage(
            "unaccented and misspelt are 0.6 and 0.5, expected fractions that sum to at most 1");
    assertThat(new QueryTyping(0.9, 0.1).misspelt()).isEqualTo(0.1);
    assertThatThrownBy(() -> new QueryTyping(-0.1, 0))
        .hasMessage("unaccented is -0.1, expected a number from 0.0 to 1.0");
  }
}
