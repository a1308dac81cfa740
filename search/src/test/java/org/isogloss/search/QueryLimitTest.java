// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.junit.jupiter.api.Test;

class QueryLimitTest {
  private static Query query(String text) {
    return new Query("q7", Language.of("en"), text);
  }

  @Test
  void keepsQueriesWithinTheLimit() {
    Query longest = query("word ".repeat(QueryLimit.MAX_WORDS));
    assertThat(QueryLimit.truncate(longest)).isSameAs(longest);
    assertThat(QueryLimit.truncate(query(""))).isEqualTo(query(""));
  }

  @Test
  void dropsWordsBeyondTheLimit() {
    assertThat(QueryLimit.truncate(query("word ".repeat(QueryLimit.MAX_WORDS) + "one more")))
        .isEqualTo(query("word ".repeat(QueryLimit.MAX_WORDS).strip()));
  }

  @Test
  void countsWordsInScriptsWithoutSpaces() {
    Query cut = QueryLimit.truncate(new Query("q", Language.of("zh"), "东京塔在哪里".repeat(1000)));
    assertThat(cut.text().length()).isBetween(QueryLimit.MAX_WORDS, 3 * QueryLimit.MAX_WORDS);
  }

  @Test
  void truncatesTextWithoutWordsBetweenCharacters() {
    assertThat(QueryLimit.truncate(query("a".repeat(100_000))).text())
        .hasSize(QueryLimit.MAX_CHARACTERS);
    assertThat(QueryLimit.truncate(query("x" + "😀".repeat(50_000))).text())
        .hasSize(QueryLimit.MAX_CHARACTERS - 1)
        .endsWith("😀");
  }
}
