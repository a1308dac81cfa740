// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A question that may have no answer, with the answer of a system.
 *
 * @param references the texts of the reference answers; empty if the question has no answer
 * @param answer the best answer of the system; empty if it predicts that there is none
 * @param noAnswerScore a score that is higher the more likely the question has no answer, such as a
 *     probability
 */
public record OptionalAnswer(List<String> references, String answer, double noAnswerScore) {
  public OptionalAnswer {
    references = List.copyOf(references);
    requireNonNull(answer, "answer is null");
    if (Double.isNaN(noAnswerScore)) {
      throw new IllegalArgumentException("noAnswerScore is NaN, expected a number");
    }
  }

  boolean hasAnswer() {
    return !references.isEmpty();
  }
}
