// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * An answer to the query, found in the passages of one or several results.
 *
 * @param score how strongly the model prefers the answer to no answer: the difference of their
 *     scores, in the passage where it is largest; comparable only between answers of one model
 * @param probability the softmax of the scores of all answers that were found, 0 to 1. It states
 *     how the answers compare, not how probable it is that one of them is correct
 * @param sources where it was found, the source with the highest score first; at least one
 */
public record Answer(double score, double probability, List<AnswerSource> sources) {
  public Answer {
    sources = List.copyOf(requireNonNull(sources, "sources is null"));
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("the answer has no source");
    }
  }

  /** The answer as its first source has it. */
  public String text() {
    return source().text();
  }

  /** The source with the highest score. */
  public AnswerSource source() {
    return sources.getFirst();
  }

  /**
   * Whether the model prefers the answer to no answer. A model that was trained without
   * unanswerable questions has not learned this preference.
   */
  public boolean isConfident() {
    return score > 0;
  }
}
