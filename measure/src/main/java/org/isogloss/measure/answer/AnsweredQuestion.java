// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.answer;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A question with its reference answers and the answer of a system.
 *
 * @param references the texts of the reference answers; empty if the question has no answer
 * @param answer the answer of the system; empty if it gave none
 */
public record AnsweredQuestion(List<String> references, Optional<String> answer) {
  public AnsweredQuestion {
    references = List.copyOf(references);
    requireNonNull(answer, "answer is null");
  }
}
