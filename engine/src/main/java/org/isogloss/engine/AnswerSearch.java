// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.isogloss.api.Answer;
import org.isogloss.api.AnswerSource;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.Span;
import org.isogloss.text.decoding.AnswerExtractor;
import org.isogloss.text.decoding.AnswerSpans;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Reads passages with a question, and ranks the answers. Titles are not read, because models are
 * trained without them.
 */
record AnswerSearch(AnswerExtractor extractor) {
  /** Punctuation at the beginning or the end of a word: that of 3.14 is kept. */
  private static final Pattern OUTER_PUNCTUATION =
      Pattern.compile("(?<![\\p{L}\\p{N}])\\p{P}+|\\p{P}+(?![\\p{L}\\p{N}])");

  /** An answer in one passage. */
  private record Found(AnswerSource source, double score) {}

  /**
   * Finds the answers to a question.
   *
   * @param count maximum number of answers
   * @return the answers by descending score; with equal scores, in the order of the passages
   */
  List<Answer> answers(Query question, List<Passage> passages, int count) {
    List<String> texts = passages.stream().map(Passage::text).toList();
    List<AnswerSpans> spans = extractor.read(question.text(), texts);
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < spans.size(); i++) {
      collect(passages.get(i), spans.get(i), found);
    }
    found.sort(Comparator.comparingDouble(Found::score).reversed());
    Map<String, List<Found>> byText = new LinkedHashMap<>();
    for (Found each : found) {
      byText.computeIfAbsent(normalize(each.source().text()), text -> new ArrayList<>()).add(each);
    }
    List<List<Found>> groups = List.copyOf(byText.values());
    double[] probabilities =
        softmax(groups.stream().mapToDouble(group -> group.getFirst().score()).toArray());
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < Math.min(count, groups.size()); i++) {
      List<Found> group = groups.get(i);
      answers.add(
          new Answer(
              group.getFirst().score(),
              probabilities[i],
              group.stream().map(Found::source).toList()));
    }
    return answers;
  }

  /**
   * The score by which answers of different passages are ranked: how much better the span is than
   * no answer in its passage. Unlike the score of the span alone, it is low for each span of a
   * passage in which the model sees no answer.
   */
  private static double score(ScoredSpan span, AnswerSpans passage) {
    return span.score() - passage.noAnswerScore();
  }

  /** Adds the best answers of a passage, none of which overlaps a better one. */
  private static void collect(Passage passage, AnswerSpans spans, List<Found> found) {
    List<Span> kept = new ArrayList<>();
    for (ScoredSpan scored : spans.spans()) {
      Span span = scored.span();
      boolean overlaps =
          kept.stream()
              .anyMatch(better -> span.start() < better.end() && better.start() < span.end());
      if (!overlaps) {
        kept.add(span);
        found.add(
            new Found(
                AnswerSource.of(passage, span, sentence(passage, span)), score(scored, spans)));
      }
    }
  }

  /** The sentences from the one where a span begins to the one where it ends. */
  private static Span sentence(Passage passage, Span span) {
    int start = span.start();
    int end = span.end();
    for (Span sentence : SentenceSegmenter.split(passage.text(), passage.language())) {
      if (sentence.start() < span.end() && span.start() < sentence.end()) {
        start = Math.min(start, sentence.start());
        end = Math.max(end, sentence.end());
      }
    }
    return new Span(start, end);
  }

  /** Answers that differ only in case, punctuation around words or white space are the same. */
  private static String normalize(String answer) {
    String folded = Normalizer.normalize(answer, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    String words = OUTER_PUNCTUATION.matcher(folded).replaceAll(" ").strip();
    return words.isEmpty() ? folded : words.replaceAll("\\s+", " ");
  }

  private static double[] softmax(double[] scores) {
    double[] probabilities = new double[scores.length];
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      // The scores are in descending order: the first one is the maximum.
      probabilities[i] = Math.exp(scores[i] - scores[0]);
      sum += probabilities[i];
    }
    for (int i = 0; i < scores.length; i++) {
      probabilities[i] /= sum;
    }
    return probabilities;
  }
}
