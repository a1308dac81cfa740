// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import java.util.List;

/**
 * Exact match and F1 of answers, as the scripts of SQuAD 1.1 and MLQA compute them. A question that
 * a system has not answered counts 0.
 *
 * @param questions the scores of each question, in the order of the questions
 */
public record AnswerEvaluation(List<AnswerScore> questions) {
  public AnswerEvaluation {
    questions = List.copyOf(questions);
    if (questions.isEmpty()) {
      throw new IllegalArgumentException("there are no questions, expected at least one");
    }
  }

  /**
   * Evaluates answers.
   *
   * @param questions questions with at least one reference answer each
   */
  public static AnswerEvaluation of(List<AnsweredQuestion> questions, AnswerNormalizer normalizer) {
    return new AnswerEvaluation(
        questions.stream()
            .map(
                question ->
                    question
                        .answer()
                        .map(answer -> AnswerScore.of(answer, question.references(), normalizer))
                        .orElse(AnswerScore.ZERO))
            .toList());
  }

  /** The mean exact match in percent. */
  public double exactMatch() {
    return percent(exactMatches());
  }

  /** The mean F1 in percent. */
  public double f1() {
    return percent(f1s());
  }

  /** The exact match of each question, 0 or 1, for paired tests. */
  public double[] exactMatches() {
    return questions.stream().mapToDouble(AnswerScore::exactMatch).toArray();
  }

  /** The F1 of each question, from 0 to 1, for paired tests. */
  public double[] f1s() {
    return questions.stream().mapToDouble(AnswerScore::f1).toArray();
  }

  /** Sums in the order of the questions, as the scripts do, so that the last digits agree. */
  private static double percent(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return 100 * sum / values.length;
  }
}
