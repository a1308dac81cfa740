// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.rules.RuleLines.RuleLine;

/** Words of queries that are not searched, one on each line. */
public final class StopWords {
  /** No stop words. */
  public static final StopWords NONE = new StopWords(Map.of());

  private static final String ALL = "*";

  private final Map<String, Set<String>> byCode;

  private StopWords(Map<String, Set<String>> byCode) {
    this.byCode = byCode;
  }

  /**
   * Reads stop words.
   *
   * @param source name of the text, for messages
   * @throws IsoglossException if a line has several words
   */
  public static StopWords parse(String source, String text) {
    Map<String, Set<String>> byCode = new HashMap<>();
    for (RuleLine line : RuleLines.of(source, text)) {
      String word = RuleLines.folded(line.text());
      if (word.contains(" ")) {
        throw line.error("found \"" + line.text() + "\", expected one word");
      }
      byCode.computeIfAbsent(line.language().orElse(ALL), key -> new HashSet<>()).add(word);
    }
    return new StopWords(byCode);
  }

  /** Number of words. */
  public int size() {
    return byCode.values().stream().mapToInt(Set::size).sum();
  }

  /**
   * Whether a word of a query is not searched in passages of a language.
   *
   * @param code the language of the passages
   * @param word as the user typed it
   */
  public boolean contains(String code, String word) {
    return isIn(ALL, word) || isIn(code, word);
  }

  private boolean isIn(String code, String word) {
    Set<String> words = byCode.get(code);
    return words != null && words.contains(RuleLines.folded(word));
  }
}
