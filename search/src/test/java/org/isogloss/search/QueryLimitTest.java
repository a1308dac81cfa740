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
  void aQueryOfUsualLengthIsKept() {
    Query longest = query("word ".repeat(QueryLimit.WORDS));
    assertThat(QueryLimit.cut(longest)).isSameAs(longest);
    assertThat(QueryLimit.cut(query(""))).isEqualTo(query(""));
  }

  @Test
  void wordsBeyondTheLimitAreLeftOut() {
    assertThat(QueryLimit.cut(query("word ".repeat(QueryLimit.WORDS) + "one more")))
        .isEqualTo(query("word ".repeat(QueryLimit.WORDS).strip()));
  }

  @Test
  void wordsOfAScriptWithoutSpacesCount() {
    Query cut = QueryLimit.cut(new Query("q", Language.of("zh"), "东京塔在哪里".repeat(1000)));
    assertThat(cut.text().length()).isBetween(QueryLimit.WORDS, 3 * QueryLimit.WORDS);
  }

  @Test
  void textWithoutWordsIsCutBetweenCharacters() {
    assertThat(QueryLimit.cut(query("a".repeat(100_000))).text()).hasSize(QueryLimit.CHARACTERS);
    assertThat(QueryLimit.cut(query("x" + "😀".repeat(50_000))).text())
        .hasSize(QueryLimit.CHARACTERS - 1)
        .endsWith("😀");
  }
}
