// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

/**
 * A decoder that computes the probabilities of the next tokens of hypotheses, step by step. The
 * hypotheses of a sentence are consecutive rows, the same number for each sentence.
 */
@FunctionalInterface
interface DecoderSteps {
  /**
   * The most probable next tokens of each row, in descending order.
   *
   * @param tokens {@code [rows][count]}
   * @param logProbabilities {@code [rows][count]}
   */
  record Candidates(long[][] tokens, float[][] logProbabilities) {}

  /**
   * Computes the next step.
   *
   * @param tokens the last token of each row
   * @param order the row of the previous step that each row continues
   * @param count number of candidates of each row
   */
  Candidates next(long[] tokens, long[] order, int count);
}
