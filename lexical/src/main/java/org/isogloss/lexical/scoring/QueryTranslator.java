// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.scoring;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.lexical.table.Translation;
import org.isogloss.lexical.table.TranslationTable;

/**
 * Finds the text words that match a query word, with a translation table. A word without
 * translations in the table matches itself, which suits names. Thread-safe.
 */
public final class QueryTranslator {
  private final TranslationTable table;
  private final TranslationTable reversed;
  private final long tokenCount;

  /**
   * Creates a translator.
   *
   * @param table the table from the query language to the text language
   */
  public QueryTranslator(TranslationTable table) {
    this.table = requireNonNull(table, "table is null");
    this.reversed = table.reversed();
    this.tokenCount = Math.max(1, table.tokenCount());
  }

  /**
   * Returns all translations of a word with {@code p(translation | word)}; the probabilities sum to
   * 1.
   */
  public QueryWord translations(String word) {
    return orUntranslated(word, table.translations(word));
  }

  /**
   * Returns all text words that the query word translates, each with {@code p(query word | text
   * word)}. The probabilities need not sum to 1.
   */
  public QueryWord sources(String word) {
    return orUntranslated(word, table.sources(word));
  }

  /**
   * Returns whether a query word is a translation of any text word, that is, whether {@link
   * #sources} uses the table.
   */
  public boolean isTranslation(String word) {
    return table.isTranslation(word);
  }

  /**
   * Returns the query words that translate a text word, each with {@code p(query word | text
   * word)}: the inverse of {@link #sources}.
   */
  public List<Translation> queryWordsFor(String textWord) {
    return reversed.translations(textWord);
  }

  /** Returns the {@code n} most likely translations of a word with equal weights that sum to 1. */
  public QueryWord topTranslations(String word, int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n is " + n + ", expected 1 or more");
    }
    List<Translation> all = table.translations(word);
    List<Translation> best = all.subList(0, Math.min(n, all.size()));
    return orUntranslated(
        word,
        best.stream()
            .map(translation -> new Translation(translation.word(), 1f / best.size()))
            .toList());
  }

  private static QueryWord orUntranslated(String word, List<Translation> matches) {
    return matches.isEmpty() ? QueryWord.untranslated(word) : new QueryWord(word, matches);
  }

  /** Returns whether a word occurs in the bitext. */
  public boolean isInVocabulary(String word) {
    return table.count(word) > 0;
  }

  /** Returns the number of words of the bitext in the query language, at least 1. */
  public long tokenCount() {
    return tokenCount;
  }

  /**
   * Returns the relative frequency of a word in general text of the query language, estimated on
   * the bitext; an unseen word counts as half an occurrence.
   */
  public double backgroundProbability(String word) {
    return Math.max(0.5, table.count(word)) / tokenCount;
  }
}
