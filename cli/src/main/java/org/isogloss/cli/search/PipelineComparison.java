// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.util.DisplayText;
import org.isogloss.engine.Explanation;
import org.isogloss.engine.SearchEngine;
import org.isogloss.engine.SearchRequest;
import org.isogloss.measure.report.RankingComparison;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.text.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * The hits of two pipelines for one query.
 *
 * @param pipelines two
 * @param rankings of passages, one for each pipeline
 * @param top number of hits of each that are shown
 */
record PipelineComparison(
    SearchEngine engine, Query query, List<Pipeline> pipelines, List<Ranking> rankings, int top) {
  /** Receives the number of processed passages. */
  @FunctionalInterface
  interface ProgressListener {
    void update(long done, long total);
  }

  private List<Hit> topHits(int side) {
    return rankings.get(side).top(top).hits();
  }

  /** Returns the rank of a hit of one side on the other, from 1. */
  private OptionalInt rankOnOtherSide(int side, Hit hit) {
    List<Hit> others = rankings.get(1 - side).hits();
    return IntStream.range(0, others.size())
        .filter(i -> others.get(i).withScore(0).equals(hit.withScore(0)))
        .map(i -> i + 1)
        .findFirst();
  }

  private Passage passage(Hit hit) {
    return engine
        .passage(hit)
        .orElseThrow(
            () -> new IllegalStateException("the index has lost passage " + hit.documentId()));
  }

  private static String name(Hit hit) {
    return hit.documentId() + (hit.passage() == 0 ? "" : " (passage " + hit.passage() + ")");
  }

  /** Returns both rankings, one below the other. */
  String toText() {
    StringBuilder text = new StringBuilder();
    for (int side = 0; side < 2; side++) {
      text.append(DisplayText.singleLine(pipelines.get(side).toString())).append('\n');
      int rank = 0;
      for (Hit hit : topHits(side)) {
        OptionalInt other = rankOnOtherSide(side, hit);
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
                DisplayText.singleLine(engine.snippet(query, hit).text())));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /**
   * Returns the pipeline whose re-ranker shades words: the second one, unless only the first has
   * one.
   */
  Pipeline explained() {
    return pipelines.getLast().reranker().isPresent() ? pipelines.getLast() : pipelines.getFirst();
  }

  /**
   * Returns both rankings side by side: words are shaded if there is a re-ranker, and translations
   * are matched if there is an encoder.
   */
  RankingComparison toHtmlFigure(ProgressListener progress) {
    Map<Hit, List<RankingComparison.TextSegment>> texts = new HashMap<>();
    List<Hit> all = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      topHits(side).stream()
          .map(hit -> hit.withScore(0))
          .filter(hit -> !all.contains(hit))
          .forEach(all::add);
    }
    SearchRequest request = SearchRequest.of(query).withPipeline(explained());
    for (Hit hit : all) {
      texts.put(hit, segments(engine.explain(request, hit)));
      progress.update(texts.size(), all.size());
    }
    return new RankingComparison(query.text(), column(0, texts), column(1, texts));
  }

  private RankingComparison.Column column(
      int side, Map<Hit, List<RankingComparison.TextSegment>> texts) {
    return new RankingComparison.Column(
        pipelines.get(side).toString(),
        topHits(side).stream()
            .map(
                hit ->
                    new RankingComparison.Entry(
                        name(hit),
                        passage(hit).language(),
                        hit.score(),
                        rankOnOtherSide(side, hit),
                        texts.get(hit.withScore(0))))
            .toList());
  }

  private static List<RankingComparison.TextSegment> segments(Explanation explanation) {
    String text = explanation.passage().titledText();
    Map<Span, Double> effects = new HashMap<>();
    explanation.effects().forEach(effect -> effects.put(effect.word(), effect.attribution()));
    List<RankingComparison.TextSegment> stretches = new ArrayList<>();
    int at = 0;
    for (Span word : WordSegmenter.split(text, explanation.passage().language())) {
      if (word.start() > at) {
        stretches.add(new RankingComparison.TextSegment(text.substring(at, word.start()), 0, ""));
      }
      stretches.add(
          new RankingComparison.TextSegment(
              word.coveredText(text),
              effects.getOrDefault(word, 0.0),
              explanation.translations().getOrDefault(word, "")));
      at = word.end();
    }
    stretches.add(new RankingComparison.TextSegment(text.substring(at), 0, ""));
    return stretches;
  }
}
