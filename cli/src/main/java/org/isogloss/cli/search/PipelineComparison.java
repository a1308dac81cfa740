// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.api.Explanation;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.StageRank;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Span;
import org.isogloss.core.util.DisplayText;
import org.isogloss.engine.SearchEngine;
import org.isogloss.measure.report.RankingComparison;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * The hits of two pipelines for one query.
 *
 * @param requests the two requests for passages, which differ in their pipelines
 * @param rankings of passages, one for each request
 * @param top number of hits of each that are shown
 */
record PipelineComparison(
    SearchEngine engine, List<SearchRequest> requests, List<Ranking> rankings, int top) {
  /** Receives the number of processed passages. */
  @FunctionalInterface
  interface ProgressListener {
    void update(long done, long total);
  }

  private Query query() {
    return requests.getFirst().query();
  }

  private Pipeline pipeline(int side) {
    return requests.get(side).pipeline().orElseThrow();
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
        .view()
        .passage(hit)
        .orElseThrow(
            () -> new IllegalStateException("the index has lost passage " + hit.documentId()));
  }

  private static String name(Hit hit) {
    return hit.documentId() + (hit.passage() == 0 ? "" : " (passage " + hit.passage() + ")");
  }

  /** Returns a sentence that states how much the two rankings have in common. */
  String judgement() {
    List<Hit> before = topHits(0);
    List<Hit> then = topHits(1);
    if (before.isEmpty() || then.isEmpty()) {
      return "One of the pipelines finds nothing.";
    }
    List<Hit> kept = then.stream().map(PipelineComparison::key).toList();
    long shared = before.stream().filter(hit -> kept.contains(key(hit))).count();
    long unmoved =
        IntStream.range(0, Math.min(before.size(), then.size()))
            .filter(i -> key(before.get(i)).equals(kept.get(i)))
            .count();
    return String.format(
        Locale.ROOT,
        "The pipelines share %d of their first %d hits, %d of them at the same rank; the first hit"
            + " is %s.",
        shared,
        Math.max(before.size(), then.size()),
        unmoved,
        key(before.getFirst()).equals(kept.getFirst()) ? "the same" : "another one");
  }

  /** Returns what the rankings have in common, then both rankings, one below the other. */
  String toText() {
    StringBuilder text = new StringBuilder(judgement()).append("\n\n");
    for (int side = 0; side < 2; side++) {
      text.append(side == 0 ? "First pipeline: " : "Second pipeline: ")
          .append(DisplayText.singleLine(pipeline(side).toString()))
          .append('\n');
      int rank = 0;
      for (Hit hit : topHits(side)) {
        text.append(
            String.format(
                Locale.ROOT,
                "%3d  %-17s %8.4f  %-3s %s  %s%n",
                ++rank,
                movement(side, rank, rankOnOtherSide(side, hit)),
                hit.score(),
                passage(hit).language().tag(),
                DisplayText.singleLine(name(hit)),
                DisplayText.singleLine(engine.view().snippet(query(), hit).text())));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** States in words where a hit of one pipeline is in the other. */
  private static String movement(int side, int rank, OptionalInt other) {
    if (other.isEmpty()) {
      return side == 0 ? "not in the second" : "not in the first";
    }
    int then = side == 0 ? other.getAsInt() : rank;
    int before = side == 0 ? rank : other.getAsInt();
    if (then == before) {
      return side == 0 ? "stays" : "as before";
    }
    String direction = then < before ? "up" : "down";
    return direction + (side == 0 ? " to " + then : " from " + before);
  }

  /**
   * Returns the request whose re-ranker shades words: the second one, unless only the first has a
   * re-ranker.
   */
  private SearchRequest explained() {
    return requests.get(pipeline(1).reranker().isPresent() ? 1 : 0);
  }

  /** Name of the re-ranker that shades words; empty if there is none. */
  Optional<String> reranker() {
    return explained().pipeline().orElseThrow().reranker();
  }

  /**
   * Returns both rankings side by side: words are shaded if there is a re-ranker, words that match
   * words of the query by their vectors are annotated, and the sentence most similar to the query
   * is emphasised.
   */
  RankingComparison toHtmlFigure(ProgressListener progress) {
    List<Hit> all =
        Stream.of(0, 1)
            .flatMap(side -> topHits(side).stream())
            .map(PipelineComparison::key)
            .distinct()
            .toList();
    List<Explanation> explanations =
        engine.explain(explained(), all, done -> progress.update(done, all.size()));
    Map<Hit, Explanation> words = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      words.put(all.get(i), explanations.get(i));
    }
    return new RankingComparison(query().text(), column(0, words), column(1, words));
  }

  private static Hit key(Hit hit) {
    return hit.withScore(0);
  }

  private RankingComparison.Column column(int side, Map<Hit, Explanation> words) {
    List<Hit> hits = topHits(side);
    if (hits.isEmpty()) {
      return new RankingComparison.Column(pipeline(side).toString(), List.of());
    }
    List<List<StageRank>> stages =
        engine.stageRanks(requests.get(side).withTop(rankings.get(side).size()), hits);
    Map<Hit, String> ranks = new HashMap<>();
    for (int i = 0; i < hits.size(); i++) {
      ranks.put(key(hits.get(i)), ExplanationFormat.ranks(stages.get(i), false));
    }
    return new RankingComparison.Column(
        pipeline(side).toString(),
        topHits(side).stream()
            .map(hit -> entry(side, hit, ranks.get(key(hit)), words.get(key(hit))))
            .toList());
  }

  private RankingComparison.Entry entry(int side, Hit hit, String ranks, Explanation words) {
    int textStart = words.passage().titledText().length() - words.passage().text().length();
    List<RankingComparison.TextSegment> title = new ArrayList<>();
    List<RankingComparison.TextSegment> text = new ArrayList<>();
    for (PositionedSegment segment : segments(words)) {
      (segment.start() < textStart ? title : text).add(segment.segment());
    }
    return new RankingComparison.Entry(
        name(hit),
        words.passage().language(),
        hit.score(),
        rankOnOtherSide(side, hit),
        ranks,
        title,
        text);
  }

  /** A segment with its offset in the passage and its title. */
  private record PositionedSegment(int start, RankingComparison.TextSegment segment) {}

  /** Divides a passage and its title into words and what is between them. */
  private static List<PositionedSegment> segments(Explanation explanation) {
    Passage passage = explanation.passage();
    String text = passage.titledText();
    int textStart = text.length() - passage.text().length();
    Map<Span, Double> contributions = new HashMap<>();
    explanation.contributions().forEach(word -> contributions.put(word.word(), word.attribution()));
    Map<Span, String> queryWords = new HashMap<>();
    explanation
        .wordMatches()
        .forEach(match -> queryWords.putIfAbsent(match.passageWord(), match.queryWord()));
    SortedSet<Integer> bounds = new TreeSet<>(List.of(0, textStart, text.length()));
    for (Span word : WordSegmenter.split(text, passage.language())) {
      bounds.addAll(List.of(word.start(), word.end()));
    }
    int sentenceStart = explanation.sentence().map(span -> textStart + span.start()).orElse(0);
    int sentenceEnd = explanation.sentence().map(span -> textStart + span.end()).orElse(0);
    bounds.addAll(List.of(sentenceStart, sentenceEnd));
    List<PositionedSegment> segments = new ArrayList<>();
    int start = 0;
    for (int end : bounds) {
      if (end > start) {
        Span span = new Span(start, end);
        segments.add(
            new PositionedSegment(
                start,
                new RankingComparison.TextSegment(
                    span.coveredText(text),
                    contributions.getOrDefault(span, 0.0),
                    queryWords.getOrDefault(span, ""),
                    start >= sentenceStart && end <= sentenceEnd)));
      }
      start = end;
    }
    return segments;
  }
}
