// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.scoring;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.isogloss.lexical.table.Translation;

/**
 * A query word and the text words that match it: itself in texts of its own language, its
 * translations in texts of other languages.
 *
 * @param word the word as it occurs in the query
 * @param matches text words, each with the weight of one occurrence
 */
public record QueryWord(String word, List<Translation> matches) {
  public QueryWord {
    requireNonNull(word, "word is null");
    matches = List.copyOf(matches);
  }

  /** Returns a query word that matches only itself, with weight 1. */
  public static QueryWord untranslated(String word) {
    return new QueryWord(word, List.of(new Translation(word, 1)));
  }

  /**
   * Projects a statistic of text words, such as term frequency or document frequency, to this word
   * (Darwish and Oard, "Probabilistic structured query methods", SIGIR 2003, equations 3 and 4):
   * {@code sum over f of p(f) statistic(f)}.
   */
  public double project(ToDoubleFunction<String> statistic) {
    double sum = 0;
    for (Translation match : matches) {
      sum += match.probability() * statistic.applyAsDouble(match.word());
    }
    return sum;
  }
}
