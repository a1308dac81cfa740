package org.isogloss.lexical.scoring;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.isogloss.lexical.table.Translation;

/**
 * A word of a query, and the words of texts that count as it: itself in texts of its language, its
 * translations in others.
 *
 * @param word as the query has it
 * @param matches words of texts, each with what one occurrence of it counts
 */
public record QueryWord(String word, List<Translation> matches) {
  public QueryWord {
    requireNonNull(word, "word is null");
    matches = List.copyOf(matches);
  }

  /** A word that only itself counts as, once for each occurrence. */
  public static QueryWord untranslated(String word) {
    return new QueryWord(word, List.of(new Translation(word, 1)));
  }

  /**
   * Projects a figure of words of texts, their term frequency or document frequency, to this word
   * (Darwish and Oard, "Probabilistic structured query methods", SIGIR 2003, equations 3 and 4):
   * {@code sum over f of p(f) figure(f)}.
   */
  public double project(ToDoubleFunction<String> statistic) {
    double sum = 0;
    for (Translation match : matches) {
      sum += match.probability() * statistic.applyAsDouble(match.word());
    }
    return sum;
  }
}
