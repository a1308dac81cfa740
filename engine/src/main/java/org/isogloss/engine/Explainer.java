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
import org.isogloss.api.Explanation;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.StageRank;
import org.isogloss.api.TermMatch;
import org.isogloss.api.WordAttribution;
import org.isogloss.api.WordMatch;
import org.isogloss.api.pipeline.PipelineStage;
import org.isogloss.core.Deadline;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.Hit;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.explain.MatchAttribution;
import org.isogloss.search.explain.Occlusion;

/**
 * Explains hits of one request. Every stage of its pipeline but the last is run by itself,
 * including the stages before it.
 */
final class Explainer {
  /** Minimum number of hits of each stage among which the explained hits are looked up. */
  private static final int MIN_DEPTH = 100;

  /** The name of the step after the pipeline, in which preferred languages come first. */
  private static final String PREFERENCE = "preference";

  /** The name of the last step, in which the rules of the index put documents first. */
  private static final String PINS = "pins";

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
   * @param ranked the hits of the whole pipeline, and their final order
   * @param scorer the re-ranker that determines the order; empty if there is none
   * @param occlusion whether the contribution of words to the score of a re-ranker that does not
   *     report it is determined by scoring the passage without each of them
   */
  Explainer(
      Commit commit,
      Query query,
      Commit.Setting setting,
      RankedHits ranked,
      Optional<PairScorer> scorer,
      boolean occlusion) {
    this.commit = commit;
    this.query = query;
    this.scorer = scorer;
    this.occlusion = occlusion;
    this.unit = setting.unit();
    List<PipelineStage> all = PipelineStage.of(setting.pipeline());
    for (PipelineStage stage : all.subList(0, all.size() - 1)) {
      Retriever retriever = commit.retriever(setting.withPipeline(stage.pipeline()));
      add(stage.name(), retriever.retrieve(query, Math.max(MIN_DEPTH, ranked.found().size())));
    }
    add(all.getLast().name(), ranked.found());
    if (ranked.isPreferenceApplied()) {
      add(PREFERENCE, ranked.withoutPins());
    }
    if (ranked.hasPins()) {
      add(PINS, ranked.ranking());
    }
    this.termMatches = commit.matches().terms(setting.pipeline(), query);
    this.wordMatches = commit.matches().words(query);
  }

  private void add(String stage, Ranking ranking) {
    Map<Object, StageRank> ranks = new HashMap<>();
    for (Hit hit : ranking.hits()) {
      ranks.putIfAbsent(
          key(hit),
          new StageRank(stage, OptionalInt.of(ranks.size() + 1), OptionalDouble.of(hit.score())));
    }
    stages.add(new StageHits(stage, ranks));
  }

  private Object key(Hit hit) {
    return unit == ResultUnit.DOCUMENT ? hit.documentId() : hit.withScore(0);
  }

  /** Returns the rank of a passage in each stage, whether or not the request found it. */
  List<StageRank> ranks(Hit hit) {
    List<StageRank> ranks = new ArrayList<>();
    for (StageHits stage : stages) {
      StageRank none = new StageRank(stage.stage(), OptionalInt.empty(), OptionalDouble.empty());
      ranks.add(stage.ranks().getOrDefault(key(hit), none));
    }
    return ranks;
  }

  /** Explains a passage, whether or not the request found it. */
  Explanation explain(Passage passage) {
    Deadline.check();
    return new Explanation(
        passage,
        ranks(new Hit(passage.documentId(), passage.ordinal(), 0)),
        commit.matches().sentence(query, passage),
        termMatches.apply(passage),
        wordMatches.apply(passage),
        scorer.map(known -> contributions(known, passage)).orElse(List.of()));
  }

  private List<WordAttribution> contributions(PairScorer known, Passage passage) {
    if (known instanceof ExplainablePairScorer explainable) {
      return MatchAttribution.attributions(
          commit
              .matches()
              .tokens(explainable, query, passage)
              .orElseGet(() -> explainable.matches(query, passage)),
          passage);
    }
    return occlusion ? Occlusion.attributions(known, query, passage) : List.of();
  }
}
