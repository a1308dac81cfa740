// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.output.Response;
import dev.langchain4j.model.scoring.ScoringModel;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.engine.Models;
import org.isogloss.search.QueryLimit;

/**
 * Scores segments in any language with a re-ranker of Isogloss, for example for a {@code
 * ReRankingContentAggregator}. A higher score is more relevant; its range is that of the re-ranker,
 * which {@link PairScorer#producesProbabilities} describes. Only the texts of segments are read,
 * not their metadata.
 */
public final class IsoglossScoringModel implements ScoringModel, AutoCloseable {
  private final PairScorer scorer;
  private final Runnable close;

  private IsoglossScoringModel(PairScorer scorer, Runnable close) {
    this.scorer = requireNonNull(scorer, "scorer is null");
    this.close = close;
  }

  /**
   * Opens a re-ranker, which is closed with this object.
   *
   * @param folderOrName a model folder, or the name of a shipped model such as {@code reranker}
   * @throws org.isogloss.core.IsoglossException if there is no such model, it is damaged, or it is
   *     not a re-ranker
   */
  public static IsoglossScoringModel open(String folderOrName) {
    PairScorer scorer = Models.openReranker(folderOrName);
    return new IsoglossScoringModel(scorer, scorer::close);
  }

  /**
   * Wraps a re-ranker.
   *
   * @param scorer stays open when this object is closed
   */
  public static IsoglossScoringModel of(PairScorer scorer) {
    return new IsoglossScoringModel(scorer, () -> {});
  }

  @Override
  public Response<List<Double>> scoreAll(List<TextSegment> segments, String query) {
    if (segments.isEmpty()) {
      return Response.from(List.of());
    }
    List<Passage> passages =
        IntStream.range(0, segments.size())
            .mapToObj(i -> passage(String.valueOf(i), segments.get(i).text()))
            .toList();
    float[] scores = scorer.score(QueryLimit.truncate(Query.of(query)), passages);
    return Response.from(
        IntStream.range(0, scores.length).mapToObj(i -> (double) scores[i]).toList());
  }

  private static Passage passage(String id, String text) {
    return new Passage(id, 0, Language.UNDETERMINED, "", text, 0, text.length());
  }

  /** Closes the re-ranker if this object has opened it. Closing twice has no effect. */
  @Override
  public void close() {
    close.run();
  }
}
