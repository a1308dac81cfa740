// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.decoding;

import java.util.List;
import org.isogloss.core.Span;

/**
 * The most probable answers to a question in a text.
 *
 * @param spans the answers, the best one first, each part of the text at most once
 * @param noAnswerScore the score of "the text does not answer the question", comparable with those
 *     of the spans
 */
public record AnswerSpans(List<ScoredSpan> spans, double noAnswerScore) {
  /**
   * A part of a text with its score.
   *
   * @param score the sum of the logits of its first and its last token
   */
  public record ScoredSpan(Span span, double score) {}

  public AnswerSpans {
    spans = List.copyOf(spans);
  }

  /**
   * Returns how much better the best answer is than none; negative infinity without a span. A model
   * that was trained without unanswerable questions has not learned this score.
   */
  public double margin() {
    return spans.isEmpty() ? Double.NEGATIVE_INFINITY : spans.getFirst().score() - noAnswerScore;
  }

  /**
   * Returns the probability of each span: the softmax of the scores of these spans, and of no
   * answer if it is possible.
   *
   * @param noAnswer whether the text may have no answer
   */
  public double[] probabilities(boolean noAnswer) {
    double max =
        spans.stream()
            .mapToDouble(ScoredSpan::score)
            .reduce(noAnswer ? noAnswerScore : Double.NEGATIVE_INFINITY, Math::max);
    double sum = noAnswer ? Math.exp(noAnswerScore - max) : 0;
    double[] probabilities = new double[spans.size()];
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] = Math.exp(spans.get(i).score() - max);
      sum += probabilities[i];
    }
    for (int i = 0; i < probabilities.length; i++) {
      probabilities[i] /= sum;
    }
    return probabilities;
  }
}
