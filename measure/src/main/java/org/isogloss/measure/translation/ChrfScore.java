// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/**
 * A score of chrF.
 *
 * @param value the score, from 0 to 100
 */
public record ChrfScore(double value) implements TranslationScore {
  /** The probability that stands for an order without n-grams if epsilon smoothing is on. */
  private static final double EPSILON = 1e-16;

  /**
   * Computes the score from its statistics.
   *
   * @param statistics for each order the n-grams of the hypothesis, of the reference, and common
   */
  static ChrfScore of(Chrf metric, long[] statistics) {
    int orders = statistics.length / 3;
    double factor = Math.pow(metric.beta(), 2);
    double sum = 0;
    double precisions = 0;
    double recalls = 0;
    int effective = 0;
    for (int i = 0; i < orders; i++) {
      long hypothesis = statistics[3 * i];
      long reference = statistics[3 * i + 1];
      long matches = statistics[3 * i + 2];
      double precision = hypothesis > 0 ? (double) matches / hypothesis : EPSILON;
      double recall = reference > 0 ? (double) matches / reference : EPSILON;
      double weighted = factor * precision + recall;
      sum += weighted > 0 ? (1 + factor) * precision * recall / weighted : EPSILON;
      if (hypothesis > 0 && reference > 0) {
        precisions += precision;
        recalls += recall;
        effective++;
      }
    }
    if (metric.epsilonSmoothing()) {
      return new ChrfScore(100 * sum / orders);
    }
    if (precisions + recalls == 0) {
      return new ChrfScore(0);
    }
    double precision = precisions / effective;
    double recall = recalls / effective;
    return new ChrfScore(100 * ((1 + factor) * precision * recall / (factor * precision + recall)));
  }

  @Override
  public String details() {
    return "";
  }
}
