// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.ScoreProbability;
import org.isogloss.search.HitScoring;
import org.isogloss.search.SearchIndex;

/**
 * Turns the ranking of a pipeline into texts with log-odds, which agree with the order of the
 * pipeline.
 *
 * <p>Scores of a pipeline are relative to the other hits; those of its re-ranker are comparable
 * between queries, and so are the cosines of vectors, which take their place in a dense pipeline
 * without a re-ranker. The scores of the first {@value #WINDOW} hits are therefore moved and
 * stretched so that they have the mean and the standard deviation of the comparable scores of these
 * hits, and then converted by a {@link ScoreProbability}.
 */
public final class TextRanker {
  /** Number of hits whose texts compete with each other. */
  public static final int WINDOW = 30;

  /** Log-odds of a standard deviation if probabilities are not known. */
  private static final double UNKNOWN_SLOPE = 1.5;

  private final SearchIndex index;
  private final Optional<ComparableScores> comparable;

  /** Number of the first hits that have comparable scores. */
  private final int scored;

  private final boolean groups;
  private final OptionalDouble minSimilarity;

  /**
   * Scores that are comparable between queries.
   *
   * @param function scores hits of a query
   * @param conversion their conversion to probabilities; empty if it is not known
   */
  private record ComparableScores(
      BiFunction<Query, List<Hit>, double[]> function, Optional<ScoreProbability> conversion) {
    static Optional<ComparableScores> of(
        HitScoring scoring, Pipeline pipeline, Optional<? extends PairScorer> scorer) {
      if (pipeline.reranker().isPresent()) {
        return scorer.map(
            known ->
                new ComparableScores(
                    (query, hits) -> scoring.scores(known, query, hits),
                    scoring.probability(pipeline.reranker().get(), known)));
      }
      return pipeline.usesVectors()
          ? Optional.of(new ComparableScores(scoring::cosines, scoring.probability()))
          : Optional.empty();
    }
  }

  private TextRanker(
      SearchIndex index,
      Pipeline pipeline,
      Optional<? extends PairScorer> scorer,
      boolean translations) {
    this.index = index;
    this.comparable = ComparableScores.of(index.scoring(), pipeline, scorer);
    // Two scores at least, because one has no deviation.
    this.scored = Math.clamp(scored(pipeline), 2, WINDOW);
    this.groups =
        translations
            || pipeline instanceof Pipeline.TranslationsGrouped
            || (comparable.isPresent() && index.links().isPresent());
    this.minSimilarity =
        pipeline instanceof Pipeline.TranslationsGrouped grouped
            ? grouped.options().minSimilarity()
            : OptionalDouble.empty();
  }

  /**
   * Creates a ranker of the texts that a pipeline finds.
   *
   * @param rerankers finds a re-ranker by its name
   * @param translations whether translations of each other are one text; they always are if the
   *     last stage of the pipeline groups them, or if the index knows them and the pipeline has a
   *     re-ranker or uses vectors
   */
  public static TextRanker of(
      SearchIndex index,
      Pipeline pipeline,
      Function<String, Optional<? extends PairScorer>> rerankers,
      boolean translations) {
    return new TextRanker(index, pipeline, pipeline.reranker().flatMap(rerankers), translations);
  }

  /** Whether the log-odds are known; otherwise only their order means something. */
  public boolean isCalibrated() {
    return conversion().isPresent();
  }

  private Optional<ScoreProbability> conversion() {
    return comparable.flatMap(ComparableScores::conversion);
  }

  /**
   * Returns the texts of a ranking.
   *
   * @param ranking hits of the pipeline, at least {@value #WINDOW} unless there are no more
   * @return the texts with descending log-odds; the first ones in the order of their first hits,
   *     each with its translations; hits after the first {@value #WINDOW} are texts of their own
   */
  public List<RankedText> rank(Query query, Ranking ranking) {
    return conversion()
        .map(known -> score(query, ranking).rank(known, index.passageCount()))
        .orElseGet(() -> unscored(ranking));
  }

  /** Returns texts whose log-odds only state their order. */
  private List<RankedText> unscored(Ranking ranking) {
    return score(ranking, Optional.empty(), /* unfamiliarity= */ 0)
        .rank(new ScoreProbability(UNKNOWN_SLOPE, 0, 0), index.passageCount());
  }

  /**
   * Returns the texts of a ranking like {@link #rank}, with scores instead of log-odds, from which
   * a conversion can be estimated; standard scores if the pipeline has no comparable ones.
   */
  public ScoredTexts score(Query query, Ranking ranking) {
    return score(
        ranking,
        comparable.map(known -> known.function().apply(query, ranking.top(scored).hits())),
        index.unfamiliarity(query));
  }

  private ScoredTexts score(Ranking ranking, Optional<double[]> scores, double unfamiliarity) {
    Scale scale =
        Scale.of(ranking.top(scored).hits().stream().mapToDouble(Hit::score).toArray(), scores);
    List<Hit> window = ranking.top(WINDOW).hits();
    List<List<Hit>> texts = new ArrayList<>(texts(window));
    int competing = texts.size();
    ranking.hits().stream().skip(window.size()).map(List::of).forEach(texts::add);
    return new ScoredTexts(
        texts,
        texts.stream().map(text -> scale.apply(text.getFirst().score())).toList(),
        competing,
        unfamiliarity);
  }

  /** Returns the number of hits that the last re-ranker of a pipeline scores. */
  private static int scored(Pipeline pipeline) {
    return switch (pipeline) {
      case Pipeline.Reranked reranked -> reranked.first();
      case Pipeline.Truncated truncated -> scored(truncated.pipeline());
      case Pipeline.LanguageRestricted restricted -> scored(restricted.pipeline());
      case Pipeline.LanguageBalanced balanced -> scored(balanced.pipeline());
      case Pipeline.Evidenced evidenced -> scored(evidenced.pipeline());
      case Pipeline.TranslationsGrouped grouped -> scored(grouped.pipeline());
      default -> WINDOW;
    };
  }

  private List<List<Hit>> texts(List<Hit> hits) {
    return groups && !hits.isEmpty()
        ? index.translations(hits, minSimilarity, hits.size())
        : hits.stream().map(List::of).toList();
  }

  /** Moves and stretches the scores of a pipeline. */
  private record Scale(double pipelineMean, double mean, double factor) {
    /**
     * Creates the scale on which scores have the mean and the standard deviation of others.
     *
     * @param target the other scores; empty for a mean of 0 and a deviation of 1
     */
    static Scale of(double[] scores, Optional<double[]> target) {
      double deviation = deviation(scores);
      double wanted = target.map(Scale::deviation).orElse(1.0);
      return new Scale(
          mean(scores),
          target.map(Scale::mean).orElse(0.0),
          deviation > 0 ? wanted / deviation : 0);
    }

    double apply(double score) {
      return mean + factor * (score - pipelineMean);
    }

    private static double mean(double[] values) {
      return Arrays.stream(values).average().orElse(0);
    }

    private static double deviation(double[] values) {
      double mean = mean(values);
      return Math.sqrt(
          Arrays.stream(values).map(value -> (value - mean) * (value - mean)).average().orElse(0));
    }
  }
}
