// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.scoring;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.table.TranslationTable;

/**
 * Scores texts in one language for queries in another with a translation table. A score is the
 * natural logarithm of the probability of the model, at most 0. A query word that is not a
 * translation in the table matches itself, which suits names.
 */
public final class TranslationTableScorer implements PairScorer {
  private static final double BACKGROUND_WEIGHT =
      1 - TermWeighting.QueryLikelihood.DEFAULT_DOCUMENT_WEIGHT;

  /**
   * Minimum probability of a query word, so that a single word without a match does not determine
   * the score.
   */
  private static final double MIN_PROBABILITY = 1e-6;

  private final QueryTranslator translator;
  private final TableScoringModel model;
  private final WordTokenizer queryWords;
  private final WordTokenizer textWords;
  private volatile boolean closed;

  /**
   * Creates a scorer.
   *
   * @param table the table from the query language to the text language
   * @param queryWords tokenizer of queries, the same as for the source sentences of the table's
   *     bitext
   * @param textWords tokenizer of texts, the same as for its target sentences
   */
  public TranslationTableScorer(
      TranslationTable table,
      TableScoringModel model,
      WordTokenizer queryWords,
      WordTokenizer textWords) {
    this.translator = new QueryTranslator(table);
    this.model = requireNonNull(model, "model is null");
    this.queryWords = requireNonNull(queryWords, "queryWords is null");
    this.textWords = requireNonNull(textWords, "textWords is null");
  }

  /**
   * Creates a scorer for a table whose bitext was tokenized with {@link WordTokenizer#forLanguage}.
   */
  public static TranslationTableScorer of(TranslationTable table, TableScoringModel model) {
    return new TranslationTableScorer(
        table,
        model,
        WordTokenizer.forLanguage(table.languages().source()),
        WordTokenizer.forLanguage(table.languages().target()));
  }

  /**
   * A query word.
   *
   * @param count number of occurrences in the query
   * @param background probability in general text
   * @param sources text words that it translates, each with {@code p(word | text word)}
   */
  private record ScoredWord(int count, double background, Map<String, Float> sources) {}

  @Override
  public float[] score(Query query, List<Passage> passages) {
    if (closed) {
      throw new IllegalStateException("this scorer is closed");
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    queryWords.words(query.text()).forEach(word -> counts.merge(word, 1, Integer::sum));
    List<ScoredWord> words =
        counts.entrySet().stream()
            .map(entry -> scoredWord(entry.getKey(), entry.getValue()))
            .toList();
    float[] scores = new float[passages.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = (float) score(words, textWords.words(passages.get(i).titledText()));
    }
    return scores;
  }

  private ScoredWord scoredWord(String word, int count) {
    Map<String, Float> sources = new HashMap<>();
    translator
        .sources(word)
        .matches()
        .forEach(source -> sources.put(source.word(), source.probability()));
    return new ScoredWord(count, translator.backgroundProbability(word), sources);
  }

  private double score(List<ScoredWord> queryTerms, List<String> text) {
    double score = 0;
    for (ScoredWord word : queryTerms) {
      score += word.count() * Math.log(Math.max(MIN_PROBABILITY, probability(word, text)));
    }
    return score;
  }

  private double probability(ScoredWord word, List<String> text) {
    double sum = 0;
    double absent = 1;
    for (String f : text) {
      float translated = word.sources().getOrDefault(f, 0f);
      sum += translated;
      absent *= 1 - translated;
    }
    return switch (model) {
      case PROBABILISTIC_CLIR ->
          BACKGROUND_WEIGHT * word.background()
              + (1 - BACKGROUND_WEIGHT) * sum / Math.max(1, text.size());
      case PROBABILISTIC_OCCURRENCE -> 1 - absent;
    };
  }

  @Override
  public void close() {
    closed = true;
  }
}
