// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

/**
 * A hit with its judgement.
 *
 * @param score a score, or a probability, depending on the use
 * @param relevant whether the hit was judged relevant
 */
public record ScoredJudgement(double score, boolean relevant) {
  public ScoredJudgement {
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException("score is " + score + ", expected a number");
    }
  }
}
