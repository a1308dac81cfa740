package org.isogloss.lexical.scoring;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.lexical.table.Translation;
import org.isogloss.lexical.table.TranslationTable;

/**
 * Says by a table which words of texts count as a word of a query. A word that the table knows no
 * translation of is its own, as names are. Safe for use by many threads at once.
 */
public final class QueryTranslator {
  private final TranslationTable table;
  private final TranslationTable reversed;
  private final long tokenCount;

  /**
   * A translator.
   *
   * @param table from the language of the queries to that of the texts
   */
  public QueryTranslator(TranslationTable table) {
    this.table = requireNonNull(table, "table is null");
    this.reversed = table.reversed();
    this.tokenCount = Math.max(1, table.tokenCount());
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
    return orItself(word, table.sources(word));
  }

  /** Whether a word translates any: whether {@link #sources} has others than itself. */
  public boolean isTranslation(String word) {
    return table.isTranslation(word);
  }

  /**
   * The words of queries that a word of a text translates, each with {@code p(it | word)}: {@link
   * #sources} from the other end.
   */
  public List<Translation> queryWordsFor(String textWord) {
    return reversed.translations(textWord);
  }

  /** The likeliest {@code n} translations of a word, which share it in equal parts. */
  public QueryWord topTranslations(String word, int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n is " + n + ", expected 1 or more");
    }
    List<Translation> all = table.translations(word);
    List<Translation> best = all.subList(0, Math.min(n, all.size()));
    return orItself(
        word, best.stream().map(one -> new Translation(one.word(), 1f / best.size())).toList());
  }

  private static QueryWord orItself(String word, List<Translation> matches) {
    return matches.isEmpty() ? QueryWord.untranslated(word) : new QueryWord(word, matches);
  }

  /** Whether a word stands in the bitext. */
  public boolean isInVocabulary(String word) {
    return table.count(word) > 0;
  }

  /** How many words the bitext has in the language of the queries. */
  public long tokenCount() {
    return tokenCount;
  }

  /**
   * A word's part of general text in its language, which is that of the bitext; half an occurrence
   * for a word that was never seen.
   */
  public double backgroundProbability(String word) {
    return Math.max(0.5, table.count(word)) / tokenCount;
  }
}
