package org.isogloss.lexical;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Texts in memory, in one language, scored by their words for queries in any: small collections of
 * experiments, and the plain form of what an index does. Which system it is depends on what the
 * words of the query match ({@link QueryTranslator}):
 *
 * <ul>
 *   <li>{@link #bm25} with words that match themselves is BM25, with their translations it is PSQ,
 *       with their best translations it is translation term by term;
 *   <li>{@link #likelihood} with words that match themselves is query likelihood, with their
 *       sources it is PSQ in the form of the hidden Markov model.
 * </ul>
 */
public final class TextCollection {
  private final List<Map<String, Integer>> frequencies = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private final Map<String, Integer> holding = new HashMap<>();
  private final Map<String, Integer> occurrences = new HashMap<>();
  private long total;

  private TextCollection() {}

  /** A collection of texts as lists of words. */
  public static TextCollection of(List<List<String>> texts) {
    TextCollection collection = new TextCollection();
    texts.forEach(collection::add);
    return collection;
  }

  private void add(List<String> text) {
    Map<String, Integer> counts = new HashMap<>();
    text.forEach(word -> counts.merge(word, 1, Integer::sum));
    counts.forEach(
        (word, count) -> {
          holding.merge(word, 1, Integer::sum);
          occurrences.merge(word, count, Integer::sum);
        });
    frequencies.add(counts);
    lengths.add(text.size());
    total += text.size();
  }

  /** How many texts there are. */
  public int size() {
    return lengths.size();
  }

  /** A word's part of all texts; half an occurrence for a word that is in none. */
  public double general(String word) {
    return Math.max(0.5, occurrences.getOrDefault(word, 0)) / Math.max(1, total);
  }

  /**
   * The scores of all texts by BM25, of frequencies projected to the words of the query.
   *
   * @return {@code double[size()]}, 0 where nothing matches
   */
  public double[] bm25(List<QueryWord> query) {
    double meanLength = (double) total / Math.max(1, size());
    return scores(
        query,
        word ->
            new WordScore.Bm25(
                WordScore.Bm25.idf(word.projected(match -> holding.getOrDefault(match, 0)), size()),
                meanLength));
  }

  /**
   * The scores of all texts by query likelihood, of frequencies projected to the words of the
   * query. What depends on the query alone is left out.
   *
   * @param general each word's probability in general text of the query's language: {@link
   *     #general}, or {@link QueryTranslator#general}
   * @param share what the text counts beside general text
   * @return {@code double[size()]}, 0 where nothing matches
   */
  public double[] likelihood(
      List<QueryWord> query, ToDoubleFunction<String> general, double share) {
    return scores(
        query, word -> new WordScore.Likelihood(general.applyAsDouble(word.word()), share));
  }

  private double[] scores(List<QueryWord> query, Function<QueryWord, WordScore> scoring) {
    double[] scores = new double[size()];
    for (QueryWord word : query) {
      WordScore score = scoring.apply(word);
      for (int i = 0; i < scores.length; i++) {
        Map<String, Integer> text = frequencies.get(i);
        scores[i] += score.of(word.projected(match -> text.getOrDefault(match, 0)), lengths.get(i));
      }
    }
    return scores;
  }
}
