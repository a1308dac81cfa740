// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.scoring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A collection of texts in memory, in one language, for queries in any language: for experiments
 * with small collections, and as a simple reference implementation of an index. The retrieval model
 * depends on what the query words match ({@link QueryTranslator}):
 *
 * <ul>
 *   <li>{@link #bm25} is BM25 if query words match themselves, PSQ if they match all their
 *       translations, and term-by-term translation if they match their best translations;
 *   <li>{@link #queryLikelihood} is query likelihood if query words match themselves, and PSQ in
 *       the form of a hidden Markov model if they match their sources.
 * </ul>
 */
public final class InMemoryTextCollection {
  private final List<Map<String, Integer>> frequencies = new ArrayList<>();
  private final List<Integer> lengths = new ArrayList<>();
  private final Map<String, Integer> documentFrequencies = new HashMap<>();
  private final Map<String, Integer> occurrences = new HashMap<>();
  private long total;

  private InMemoryTextCollection() {}

  /** Creates a collection from texts as lists of words. */
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
          documentFrequencies.merge(word, 1, Integer::sum);
          occurrences.merge(word, count, Integer::sum);
        });
    frequencies.add(counts);
    lengths.add(text.size());
    total += text.size();
  }

  /** Returns the number of texts. */
  public int size() {
    return lengths.size();
  }

  /**
   * Returns the relative frequency of a word in all texts; a word that does not occur counts as
   * half an occurrence.
   */
  public double backgroundProbability(String word) {
    return Math.max(0.5, occurrences.getOrDefault(word, 0)) / Math.max(1, total);
  }

  /**
   * Scores all texts with BM25 on frequencies that are projected to the query words.
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
                    word.project(match -> documentFrequencies.getOrDefault(match, 0)), size()),
                meanLength));
  }

  /**
   * Scores all texts with query likelihood on frequencies that are projected to the query words.
   * Terms that depend only on the query are left out.
   *
   * @param backgroundProbability the probability of each word in general text of the query
   *     language: {@link #backgroundProbability}, or {@link QueryTranslator#backgroundProbability}
   * @param documentWeight the weight of the text, as opposed to general text
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
      TermWeighting weighting = scoring.apply(word);
      for (int i = 0; i < scores.length; i++) {
        Map<String, Integer> text = frequencies.get(i);
        scores[i] +=
            weighting.score(word.project(match -> text.getOrDefault(match, 0)), lengths.get(i));
      }
    }
    return scores;
  }
}
