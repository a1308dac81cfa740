// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.decoding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.isogloss.core.Span;
import org.isogloss.text.Encoding;
import org.isogloss.text.decoding.AnswerSpans.ScoredSpan;

/**
 * Finds answers in the windows of a text by the logits of their tokens as the first and as the last
 * token of the answer (Devlin et al. 2019, sections 4.2 and 4.3). The score of a span is the sum of
 * both logits; that of no answer is the lowest sum of the two logits of the first token of a
 * window.
 *
 * @param maxTokens maximum number of tokens of an answer
 * @param best number of answers to return, and of starts and ends to combine in each window
 */
public record AnswerDecoder(int maxTokens, int best) {
  /** The settings of published evaluations: answers of 30 tokens, 20 candidates. */
  public static final AnswerDecoder DEFAULT = new AnswerDecoder(30, 20);

  public AnswerDecoder {
    if (maxTokens < 1 || best < 1) {
      throw new IllegalArgumentException(
          "maxTokens is " + maxTokens + " and best is " + best + ", expected 1 or more");
    }
  }

  /**
   * Finds the best answers.
   *
   * @param windows question and window of the text, in the order of the text; offsets are those in
   *     the whole text
   * @param starts for each window, the logit of each token as the first one of the answer
   * @param ends for each window, the logit of each token as the last one of the answer; elements
   *     beyond the tokens of a window are ignored
   */
  public AnswerSpans decode(List<Encoding> windows, List<float[]> starts, List<float[]> ends) {
    Map<Span, Double> scores = new HashMap<>();
    double noAnswer = Double.POSITIVE_INFINITY;
    for (int i = 0; i < windows.size(); i++) {
      collect(windows.get(i), starts.get(i), ends.get(i), scores);
      noAnswer = Math.min(noAnswer, (double) starts.get(i)[0] + ends.get(i)[0]);
    }
    List<ScoredSpan> spans =
        scores.entrySet().stream()
            .map(entry -> new ScoredSpan(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparingDouble(ScoredSpan::score)
                    .reversed()
                    .thenComparing(found -> found.span().start())
                    .thenComparing(found -> found.span().end()))
            .limit(best)
            .toList();
    return new AnswerSpans(spans, noAnswer);
  }

  private void collect(Encoding window, float[] starts, float[] ends, Map<Span, Double> scores) {
    List<Integer> lastTokens = best(window, ends);
    for (int first : best(window, starts)) {
      for (int last : lastTokens) {
        if (last >= first && last - first < maxTokens) {
          double score = (double) starts[first] + ends[last];
          scores.merge(new Span(window.starts()[first], window.ends()[last]), score, Math::max);
        }
      }
    }
  }

  /** Returns the tokens of the text with the highest logits. */
  private List<Integer> best(Encoding window, float[] logits) {
    return IntStream.range(0, window.size())
        .filter(token -> window.sequenceIds()[token] == Encoding.SECOND)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer token) -> logits[token]).reversed())
        .limit(best)
        .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
  }
}
