package org.isogloss.lexical;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Says by a table which words of texts count as a word of a query. A word that the table knows no
 * translation of is its own, as names are. Safe for use by many threads at once.
 */
public final class QueryTranslator {
  private final TranslationTable table;
  private final long total;

  /**
   * A translator.
   *
   * @param table from the language of the queries to that of the texts
   */
  public QueryTranslator(TranslationTable table) {
    this.table = requireNonNull(table, "table is null");
    this.total = Math.max(1, table.total());
  }

  /** All translations of a word, each with {@code p(translation | word)}: they sum up to 1. */
  public QueryWord translations(String word) {
    return orItself(word, table.translations(word));
  }

  /**
   * All words that a word translates, each with {@code p(word | it)}: an occurrence of it is so
   * likely to have come of the word. They sum up to anything.
   */
  public QueryWord sources(String word) {
    return orItself(word, table.translatedInto(word));
  }

  /** The likeliest {@code n} translations of a word, which share it in equal parts. */
  public QueryWord best(String word, int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n is " + n + ", expected 1 or more");
    }
    List<Translation> all = table.translations(word);
    List<Translation> best = all.subList(0, Math.min(n, all.size()));
    return orItself(
        word, best.stream().map(one -> new Translation(one.word(), 1f / best.size())).toList());
  }

  private static QueryWord orItself(String word, List<Translation> matches) {
    return matches.isEmpty() ? QueryWord.itself(word) : new QueryWord(word, matches);
  }

  /**
   * A word's part of general text in its language, which is that of the bitext; half an occurrence
   * for a word that was never seen.
   */
  public double general(String word) {
    return Math.max(0.5, table.count(word)) / total;
  }
}
