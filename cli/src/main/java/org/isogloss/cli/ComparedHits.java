package org.isogloss.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.ExplainablePairScorer;
import org.isogloss.core.Hit;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.util.DisplayText;
import org.isogloss.measure.report.RankingComparison;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.explain.EmbeddingWordMatcher;
import org.isogloss.search.explain.MatchAttribution;
import org.isogloss.search.explain.Occlusion;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * What two pipelines found for one query.
 *
 * @param pipelines two
 * @param rankings of passages, one for each pipeline
 * @param top how many hits of each are shown
 */
record ComparedHits(
    SearchIndex index, Query query, List<Pipeline> pipelines, List<Ranking> rankings, int top) {
  /** Is told how many of how many passages are done. */
  @FunctionalInterface
  interface Progress {
    void update(long done, long of);
  }

  private List<Hit> shown(int side) {
    return rankings.get(side).top(top).hits();
  }

  /** The rank that a hit of one side has on the other, from 1. */
  private OptionalInt elsewhere(int side, Hit hit) {
    List<Hit> others = rankings.get(1 - side).hits();
    return IntStream.range(0, others.size())
        .filter(i -> others.get(i).withScore(0).equals(hit.withScore(0)))
        .map(i -> i + 1)
        .findFirst();
  }

  private Passage passage(Hit hit) {
    return index
        .passage(hit)
        .orElseThrow(
            () -> new IllegalStateException("the index has lost passage " + hit.documentId()));
  }

  private static String name(Hit hit) {
    return hit.documentId() + (hit.passage() == 0 ? "" : " (passage " + hit.passage() + ")");
  }

  /** Both answers, one below the other. */
  String toText() {
    StringBuilder text = new StringBuilder();
    for (int side = 0; side < 2; side++) {
      text.append(DisplayText.singleLine(pipelines.get(side).toString())).append('\n');
      int rank = 0;
      for (Hit hit : shown(side)) {
        OptionalInt other = elsewhere(side, hit);
        String change = other.isPresent() ? String.valueOf(other.getAsInt()) : "none";
        text.append(
            String.format(
                Locale.ROOT,
                "%3d  %s %-4s  %8.4f  %-3s %s  %s%n",
                ++rank,
                side == 0 ? "then" : "was",
                change,
                hit.score(),
                passage(hit).language().tag(),
                DisplayText.singleLine(name(hit)),
                DisplayText.singleLine(index.snippet(query, hit).text())));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /**
   * Both answers, side by side.
   *
   * @param scorer shades words, where there is one
   * @param encoder matches words of other languages, where there is one
   */
  RankingComparison figure(
      Optional<PairScorer> scorer, Optional<Encoder> encoder, Progress progress) {
    Map<Hit, List<RankingComparison.TextSegment>> texts = new HashMap<>();
    List<Hit> all = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      shown(side).stream()
          .map(hit -> hit.withScore(0))
          .filter(hit -> !all.contains(hit))
          .forEach(all::add);
    }
    for (Hit hit : all) {
      texts.put(hit, stretches(passage(hit), scorer, encoder));
      progress.update(texts.size(), all.size());
    }
    return new RankingComparison(query.text(), column(0, texts), column(1, texts));
  }

  private RankingComparison.Column column(
      int side, Map<Hit, List<RankingComparison.TextSegment>> texts) {
    return new RankingComparison.Column(
        pipelines.get(side).toString(),
        shown(side).stream()
            .map(
                hit ->
                    new RankingComparison.Entry(
                        name(hit),
                        passage(hit).language(),
                        hit.score(),
                        elsewhere(side, hit),
                        texts.get(hit.withScore(0))))
            .toList());
  }

  private List<RankingComparison.TextSegment> stretches(
      Passage passage, Optional<PairScorer> scorer, Optional<Encoder> encoder) {
    String text = passage.titledText();
    Map<Span, Double> effects = new HashMap<>();
    scorer.ifPresent(
        known ->
            effects(known, passage)
                .forEach(effect -> effects.put(effect.word(), effect.attribution())));
    Map<Span, String> matches = new HashMap<>();
    encoder.ifPresent(
        known ->
            matches.putAll(EmbeddingWordMatcher.match(known, query, text, passage.language())));
    List<RankingComparison.TextSegment> stretches = new ArrayList<>();
    int at = 0;
    for (Span word : WordSegmenter.split(text, passage.language())) {
      if (word.start() > at) {
        stretches.add(new RankingComparison.TextSegment(text.substring(at, word.start()), 0, ""));
      }
      stretches.add(
          new RankingComparison.TextSegment(
              word.coveredText(text),
              effects.getOrDefault(word, 0.0),
              matches.getOrDefault(word, "")));
      at = word.end();
    }
    stretches.add(new RankingComparison.TextSegment(text.substring(at), 0, ""));
    return stretches;
  }

  private List<Occlusion.WordAttribution> effects(PairScorer scorer, Passage passage) {
    return scorer instanceof ExplainablePairScorer matching
        ? MatchAttribution.attributions(matching, query, passage)
        : Occlusion.attributions(scorer, query, passage);
  }
}
