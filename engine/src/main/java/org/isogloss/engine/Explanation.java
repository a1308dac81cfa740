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
 * Why a passage has the rank that it has, word by word. Places of words are in {@link
 * Passage#titledText}.
 *
 * @param passage the passage
 * @param evidence which of its words counted as which words of the query, by the parts of the
 *     pipeline that go by words
 * @param effects what each of its words adds to the re-ranker's score; empty if the pipeline has no
 *     re-ranker
 * @param translations for words of the passage the word of the query that is nearest to it by the
 *     encoder, where that stands out; empty without an encoder
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
    return scorer instanceof ExplainablePairScorer matching
        ? MatchAttribution.attributions(matching, query, passage)
        : Occlusion.attributions(scorer, query, passage);
  }
}
