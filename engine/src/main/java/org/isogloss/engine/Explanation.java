// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.search.explain.EmbeddingWordMatcher;
import org.isogloss.search.explain.MatchAttribution;
import org.isogloss.search.explain.Occlusion;
import org.isogloss.search.explain.TermMatch;
import org.isogloss.text.Span;

/**
 * Explains the rank of a passage word by word. Word positions refer to {@link Passage#titledText}.
 *
 * @param passage the passage
 * @param evidence which words of the passage matched which words of the query, according to the
 *     lexical components of the pipeline
 * @param effects the contribution of each word to the re-ranker's score; empty if the pipeline has
 *     no re-ranker
 * @param translations words of the passage, each with the query word whose embedding is nearest to
 *     it; contains only words with a clear match, and is empty without an encoder
 */
public record Explanation(
    Passage passage,
    List<TermMatch> evidence,
    List<Occlusion.WordAttribution> effects,
    Map<Span, String> translations) {
  public Explanation {
    requireNonNull(passage, "passage is null");
    evidence = List.copyOf(evidence);
    effects = List.copyOf(effects);
    translations = Collections.unmodifiableMap(new LinkedHashMap<>(translations));
  }

  static Explanation of(
      Query query,
      Passage passage,
      List<TermMatch> evidence,
      Optional<PairScorer> scorer,
      Optional<Encoder> encoder) {
    return new Explanation(
        passage,
        evidence,
        scorer.map(known -> effects(known, query, passage)).orElse(List.of()),
        encoder
            .map(
                known ->
                    EmbeddingWordMatcher.match(
                        known, query, passage.titledText(), passage.language()))
            .orElse(Map.of()));
  }

  private static List<Occlusion.WordAttribution> effects(
      PairScorer scorer, Query query, Passage passage) {
    return scorer instanceof ExplainablePairScorer explainable
        ? MatchAttribution.attributions(explainable, query, passage)
        : Occlusion.attributions(scorer, query, passage);
  }
}
