// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How well a predicted answer agrees with the reference answers of a question.
 *
 * @param exactMatch 1 if it equals a reference after normalisation, otherwise 0
 * @param f1 the highest F1 of the tokens shared with a reference, from 0 to 1
 */
public record AnswerScore(double exactMatch, double f1) {
  /** The score of a wrong answer. */
  public static final AnswerScore ZERO = new AnswerScore(0, 0);

  /**
   * Scores an answer as the scripts of SQuAD 1.1 and MLQA do. An answer and a reference of which
   * nothing remains match exactly, but their F1 is 0, as there.
   *
   * @param references the reference answers, at least one
   */
  public static AnswerScore of(
      String answer, List<String> references, AnswerNormalizer normalizer) {
    return best(answer, references, normalizer, false);
  }

  /**
   * Scores an answer as the script of SQuAD 2.0 does. The empty answer is right if there are no
   * references, or none of which something remains after normalisation.
   *
   * @param answer the answer; empty if the question has none
   * @param references the reference answers; empty if the question has none
   */
  public static AnswerScore ofOptional(
      String answer, List<String> references, AnswerNormalizer normalizer) {
    List<String> remaining =
        references.stream().filter(one -> !normalizer.tokens(one).isEmpty()).toList();
    return best(answer, remaining.isEmpty() ? List.of("") : remaining, normalizer, true);
  }

  private static AnswerScore best(
      String answer, List<String> references, AnswerNormalizer normalizer, boolean emptyMatches) {
    if (references.isEmpty()) {
      throw new IllegalArgumentException("there are no reference answers, expected at least one");
    }
    List<String> tokens = normalizer.tokens(answer);
    double exactMatch = 0;
    double f1 = 0;
    for (String reference : references) {
      List<String> expected = normalizer.tokens(reference);
      boolean equal = tokens.equals(expected);
      exactMatch = Math.max(exactMatch, equal ? 1 : 0);
      f1 = Math.max(f1, emptyMatches && equal ? 1 : f1(tokens, expected));
    }
    return new AnswerScore(exactMatch, f1);
  }

  private static double f1(List<String> tokens, List<String> expected) {
    Map<String, Integer> remaining = new HashMap<>();
    expected.forEach(token -> remaining.merge(token, 1, Integer::sum));
    long common =
        tokens.stream()
            .filter(token -> remaining.computeIfPresent(token, (t, n) -> n - 1) != null)
            .filter(token -> remaining.get(token) >= 0)
            .count();
    if (common == 0) {
      return 0;
    }
    // In this order, the last digits are those of the scripts.
    double precision = (double) common / tokens.size();
    double recall = (double) common / expected.size();
    return 2 * precision * recall / (precision + recall);
  }
}
