package org.isogloss.lexical.scoring;

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
 *   <li>{@link #queryLikelihood} with words that match themselves is query likelihood, with their
 *       sources it is PSQ in the form of the hidden Markov model.
 * </ul>
 */
public final class InMemoryTextCollection {
  private final List<Map<String, Integer>> frequencies = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private final Map<String, Integer> holding = new HashMap<>();
  private final Map<String, Integer> occurrences = new HashMap<>();
  private long total;

  private InMemoryTextCollection() {}

  /** A collection of texts as lists of words. */
  public static InMemoryTextCollection of(List<List<String>> texts) {
    InMemoryTextCollection collection = new InMemoryTextCollection();
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
  public double backgroundProbability(String word) {
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
            new TermWeighting.Bm25(
                TermWeighting.Bm25.idf(
                    word.project(match -> holding.getOrDefault(match, 0)), size()),
                meanLength));
  }

  /**
   * The scores of all texts by query likelihood, of frequencies projected to the words of the
   * query. What depends on the query alone is left out.
   *
   * @param backgroundProbability each word's probability in general text of the query's language:
   *     {@link #backgroundProbability}, or {@link QueryTranslator#backgroundProbability}
   * @param documentWeight what the text counts beside general text
   * @return {@code double[size()]}, 0 where nothing matches
   */
  public double[] queryLikelihood(
      List<QueryWord> query,
      ToDoubleFunction<String> backgroundProbability,
      double documentWeight) {
    return scores(
        query,
        word ->
            new TermWeighting.QueryLikelihood(
                backgroundProbability.applyAsDouble(word.word()), documentWeight));
  }

  private double[] scores(List<QueryWord> query, Function<QueryWord, TermWeighting> scoring) {
    double[] scores = new double[size()];
    for (QueryWord word : query) {
      TermWeighting score = scoring.apply(word);
      for (int i = 0; i < scores.length; i++) {
        Map<String, Integer> text = frequencies.get(i);
        scores[i] +=
            score.score(word.project(match -> text.getOrDefault(match, 0)), lengths.get(i));
      }
    }
    return scores;
  }
}
