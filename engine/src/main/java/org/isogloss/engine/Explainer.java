// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.Hit;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.search.explain.MatchAttribution;
import org.isogloss.search.explain.Occlusion;
import org.isogloss.search.explain.Occlusion.WordAttribution;
import org.isogloss.search.explain.TermMatch;
import org.isogloss.search.explain.WordMatch;
import org.isogloss.search.pipeline.PipelineStage;

/** Explains the results of one request. Runs every stage of its pipeline once. */
final class Explainer {
  /**
   * Minimum number of hits of each stage in which the results are looked up. Fusion and re-ranking
   * use as many candidates for this depth as for fewer hits, so that scores are the same.
   */
  private static final int MIN_DEPTH = 50;

  private final Commit commit;
  private final Query query;
  private final Optional<PairScorer> scorer;
  private final boolean occlusion;
  private final ResultUnit unit;
  private final List<StageHits> stages = new ArrayList<>();
  private final Function<Passage, List<TermMatch>> termMatches;
  private final Function<Passage, List<WordMatch>> wordMatches;

  /** The hits of a stage by document or passage. */
  private record StageHits(String stage, Map<Object, StageRank> ranks) {}

  /**
   * Creates an explainer.
   *
   * @param query the query of the request, truncated
   * @param setting the pipeline of the request and what it searches
   * @param depth number of hits of the pipeline that may be explained
   * @param scorer the re-ranker that determines the order; empty if there is none
   * @param occlusion whether the contribution of words to the score of a re-ranker that does not
   *     report it is determined by scoring the passage without each of them
   */
  Explainer(
      Commit commit,
      Query query,
      Commit.Setting setting,
      int depth,
      Optional<PairScorer> scorer,
      boolean occlusion) {
    this.commit = commit;
    this.query = query;
    this.scorer = scorer;
    this.occlusion = occlusion;
    this.unit = setting.unit();
    for (PipelineStage stage : PipelineStage.of(setting.pipeline())) {
      List<Hit> hits =
          commit
              .retriever(setting.withPipeline(stage.pipeline()))
              .retrieve(query, Math.max(MIN_DEPTH, depth))
              .hits();
      Map<Object, StageRank> ranks = new HashMap<>();
      for (int i = 0; i < hits.size(); i++) {
        Hit hit = hits.get(i);
        ranks.putIfAbsent(
            key(hit.documentId(), hit.passage()),
            new StageRank(stage.name(), OptionalInt.of(i + 1), OptionalDouble.of(hit.score())));
      }
      stages.add(new StageHits(stage.name(), ranks));
    }
    this.termMatches = commit.index().matches().terms(setting.pipeline(), query);
    this.wordMatches = commit.index().matches().words(query);
  }

  private Object key(String documentId, int passage) {
    return unit == ResultUnit.DOCUMENT ? documentId : new Hit(documentId, passage, 0);
  }

  /** Explains a result, whose rank and score in the last stage are known. */
  Explanation explain(int rank, Hit hit, Passage passage) {
    List<StageRank> ranks = ranks(passage);
    StageRank last = ranks.removeLast();
    ranks.add(new StageRank(last.stage(), OptionalInt.of(rank), OptionalDouble.of(hit.score())));
    return explain(passage, ranks);
  }

  /** Explains a passage, which need not be a result. */
  Explanation explain(Passage passage) {
    return explain(passage, ranks(passage));
  }

  private List<StageRank> ranks(Passage passage) {
    Object key = key(passage.documentId(), passage.ordinal());
    List<StageRank> ranks = new ArrayList<>();
    for (StageHits stage : stages) {
      StageRank none = new StageRank(stage.stage(), OptionalInt.empty(), OptionalDouble.empty());
      ranks.add(stage.ranks().getOrDefault(key, none));
    }
    return ranks;
  }

  private Explanation explain(Passage passage, List<StageRank> ranks) {
    return new Explanation(
        passage,
        ranks,
        commit.index().matches().sentence(query, passage),
        termMatches.apply(passage),
        wordMatches.apply(passage),
        scorer.map(known -> contributions(known, passage)).orElse(List.of()));
  }

  private List<WordAttribution> contributions(PairScorer known, Passage passage) {
    if (known instanceof ExplainablePairScorer explainable) {
      return MatchAttribution.attributions(
          commit
              .index()
              .matches()
              .tokens(explainable, query, passage)
              .orElseGet(() -> explainable.matches(query, passage)),
          passage);
    }
    return occlusion ? Occlusion.attributions(known, query, passage) : List.of();
  }
}
