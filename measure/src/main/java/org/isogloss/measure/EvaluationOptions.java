package org.isogloss.measure;

/**
 * How a run is measured.
 *
 * @param complete whether to average over all queries of the qrels, those without results counting
 *     0, rather than over those with results: trec_eval's {@code -c}
 * @param relevanceLevel the grade from which on a document is relevant, 1 or more: trec_eval's
 *     {@code -l}. nDCG does not look at it
 */
public record EvaluationOptions(boolean complete, int relevanceLevel) {
  /** Queries with results, relevant from grade 1. */
  public static final EvaluationOptions DEFAULT = new EvaluationOptions(false, 1);

  /** All queries of the qrels, relevant from grade 1. */
  public static final EvaluationOptions COMPLETE = new EvaluationOptions(true, 1);

  public EvaluationOptions {
    if (relevanceLevel < 1) {
      throw new IllegalArgumentException(
          "relevance level is " + relevanceLevel + ", expected 1 or more");
    }
  }
}
