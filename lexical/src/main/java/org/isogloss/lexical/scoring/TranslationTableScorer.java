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
 * Scores texts of one language for queries of another by a table of translations. A score is the
 * natural logarithm of the probability that the model gives, at most 0. A word of the query that
 * the table knows as nobody's translation is its own, as names are.
 */
public final class TranslationTableScorer implements PairScorer {
  private static final double GENERAL = 1 - TermWeighting.QueryLikelihood.DEFAULT_DOCUMENT_WEIGHT;

  /** For words that a text cannot have been translated from, so that one does not decide alone. */
  private static final double LEAST = 1e-6;

  private final QueryTranslator translator;
  private final TableScoringModel model;
  private final WordTokenizer queryWords;
  private final WordTokenizer textWords;
  private volatile boolean closed;

  /**
   * A scorer.
   *
   * @param table from the language of the queries to that of the texts
   * @param queryWords as the source sentences of the table's bitext were cut
   * @param textWords as its target sentences were cut
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

  /** A scorer for a table whose bitext was cut into the words of its languages. */
  public static TranslationTableScorer of(TranslationTable table, TableScoringModel model) {
    return new TranslationTableScorer(
        table,
        model,
        WordTokenizer.forLanguage(table.languages().source()),
        WordTokenizer.forLanguage(table.languages().target()));
  }

  /**
   * One word of a query.
   *
   * @param count how often it stands there
   * @param general its probability in general text
   * @param sources words that it translates, each with {@code p(word | them)}
   */
  private record Wanted(int count, double general, Map<String, Float> sources) {}

  @Override
  public float[] score(Query query, List<Passage> passages) {
    if (closed) {
      throw new IllegalStateException("this scorer is closed");
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    queryWords.words(query.text()).forEach(word -> counts.merge(word, 1, Integer::sum));
    List<Wanted> wanted =
        counts.entrySet().stream().map(one -> wanted(one.getKey(), one.getValue())).toList();
    float[] scores = new float[passages.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = (float) score(wanted, textWords.words(passages.get(i).titledText()));
    }
    return scores;
  }

  private Wanted wanted(String word, int count) {
    Map<String, Float> sources = new HashMap<>();
    translator.sources(word).matches().forEach(one -> sources.put(one.word(), one.probability()));
    return new Wanted(count, translator.backgroundProbability(word), sources);
  }

  private double score(List<Wanted> wanted, List<String> text) {
    double score = 0;
    for (Wanted word : wanted) {
      score += word.count() * Math.log(Math.max(LEAST, probability(word, text)));
    }
    return score;
  }

  private double probability(Wanted word, List<String> text) {
    double sum = 0;
    double absent = 1;
    for (String f : text) {
      float translated = word.sources().getOrDefault(f, 0f);
      sum += translated;
      absent *= 1 - translated;
    }
    return switch (model) {
      case PROBABILISTIC_CLIR ->
          GENERAL * word.general() + (1 - GENERAL) * sum / Math.max(1, text.size());
      case PROBABILISTIC_OCCURRENCE -> 1 - absent;
    };
  }

  @Override
  public void close() {
    closed = true;
  }
}
