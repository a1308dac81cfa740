// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.text.decoding.AnswerSpans;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;
import org.isogloss.text.language.LanguageIdentifier;
import org.isogloss.text.segmentation.SentenceSegmenter;

/**
 * Ranks the answers of several texts to one question. Of answers that overlap in a text, only the
 * best is kept. The probability of an answer is the softmax of the scores of all candidates of all
 * texts, and of no answer in each text if that is possible.
 */
final class AnswerRanking {
  private final int top;
  private final boolean mayBeUnanswered;
  private final double threshold;
  private final List<FoundAnswer> best = new ArrayList<>();

  /** The logarithm of the sum of the exponentials of all scores. */
  private double logSum = Double.NEGATIVE_INFINITY;

  /**
   * Creates an empty ranking.
   *
   * @param top number of answers to keep
   * @param mayBeUnanswered whether a text may have no answer
   * @param threshold if so, the lowest difference of the scores of the best answer and of no answer
   *     at which the answers of a text are kept
   */
  AnswerRanking(int top, boolean mayBeUnanswered, double threshold) {
    this.top = top;
    this.mayBeUnanswered = mayBeUnanswered;
    this.threshold = threshold;
  }

  /** Adds the answers of a text. */
  void add(String source, Document document, AnswerSpans answers) {
    answers.spans().forEach(span -> addToSum(span.score()));
    if (mayBeUnanswered) {
      addToSum(answers.noAnswerScore());
      if (answers.margin() < threshold) {
        return;
      }
    }
    List<ScoredSpan> kept = new ArrayList<>();
    for (ScoredSpan answer : answers.spans()) {
      if (kept.size() < top && kept.stream().noneMatch(other -> overlap(other, answer))) {
        kept.add(answer);
      }
    }
    addAll(source, document, kept);
  }

  private void addToSum(double score) {
    double max = Math.max(logSum, score);
    if (Double.isFinite(max)) {
      logSum = max + Math.log(Math.exp(logSum - max) + Math.exp(score - max));
    }
  }

  private static boolean overlap(ScoredSpan a, ScoredSpan b) {
    return a.span().start() < b.span().end() && b.span().start() < a.span().end();
  }

  private void addAll(String source, Document document, List<ScoredSpan> answers) {
    double lowest = best.size() < top ? Double.NEGATIVE_INFINITY : best.getLast().score();
    List<ScoredSpan> candidates =
        answers.stream().filter(answer -> answer.score() > lowest).toList();
    if (candidates.isEmpty()) {
      return;
    }
    String text = document.text();
    List<Span> sentences = SentenceSegmenter.split(text, language(document));
    for (ScoredSpan answer : candidates) {
      best.add(
          new FoundAnswer(
              source, text, answer.span(), answer.score(), around(answer.span(), sentences)));
    }
    best.sort(Comparator.comparingDouble(FoundAnswer::score).reversed());
    best.subList(Math.min(top, best.size()), best.size()).clear();
  }

  private static Language language(Document document) {
    return document.language().isUndetermined()
        ? LanguageIdentifier.forAllLanguages().identify(document.text()).reliableLanguage()
        : document.language();
  }

  /** Returns the sentences that an answer touches as one span. */
  private static Span around(Span answer, List<Span> sentences) {
    int start = answer.start();
    int end = answer.end();
    for (Span sentence : sentences) {
      if (sentence.start() < answer.end() && answer.start() < sentence.end()) {
        start = Math.min(start, sentence.start());
        end = Math.max(end, sentence.end());
      }
    }
    return new Span(start, end);
  }

  /** Returns the best answers, the best one first. */
  List<FoundAnswer> best() {
    return List.copyOf(best);
  }

  /** Returns the probability of an answer of this ranking. */
  double probability(FoundAnswer answer) {
    return Math.exp(answer.score() - logSum);
  }
}
