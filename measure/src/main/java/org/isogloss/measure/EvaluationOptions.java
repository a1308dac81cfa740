// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static java.util.Objects.requireNonNull;

/**
 * Options of an evaluation.
 *
 * @param complete whether to average over all queries of the qrels, counting those without results
 *     as 0, instead of over the queries with results; {@code -c} of trec_eval
 * @param relevanceLevel the lowest grade of a relevant document, 1 or more; {@code -l} of
 *     trec_eval. nDCG ignores it
 * @param version the version of trec_eval that the values agree with
 */
public record EvaluationOptions(boolean complete, int relevanceLevel, TrecEvalVersion version) {
  /** Averages over the queries with results; documents are relevant from grade 1. */
  public static final EvaluationOptions DEFAULT =
      new EvaluationOptions(false, 1, TrecEvalVersion.V9);

  /** Averages over all queries of the qrels; documents are relevant from grade 1. */
  public static final EvaluationOptions COMPLETE =
      new EvaluationOptions(true, 1, TrecEvalVersion.V9);

  public EvaluationOptions {
    requireNonNull(version, "version is null");
    if (relevanceLevel < 1) {
      throw new IllegalArgumentException(
          "relevance level is " + relevanceLevel + ", expected 1 or more");
    }
  }

  /** Options with the values of trec_eval 9. */
  public EvaluationOptions(boolean complete, int relevanceLevel) {
    this(complete, relevanceLevel, TrecEvalVersion.V9);
  }

  /** Whether queries without results are evaluated like others, as empty rankings. */
  boolean evaluatesMissingQueries() {
    return complete && version == TrecEvalVersion.V10;
  }
}
