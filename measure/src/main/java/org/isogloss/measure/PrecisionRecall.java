// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

/**
 * Counts of predictions, from which precision, recall and F1 follow.
 *
 * @param expected number of items in the gold standard
 * @param predicted number of items that a system predicts
 * @param correct number of items that are both
 */
public record PrecisionRecall(long expected, long predicted, long correct) {
  /** No items at all. */
  public static final PrecisionRecall NONE = new PrecisionRecall(0, 0, 0);

  public PrecisionRecall {
    if (correct < 0 || correct > expected || correct > predicted) {
      throw new IllegalArgumentException(
          correct
              + " items are correct of "
              + expected
              + " expected and "
              + predicted
              + " predicted ones, expected 0 up to the smaller of the two");
    }
  }

  /** Returns the sums of the counts. */
  public PrecisionRecall plus(PrecisionRecall other) {
    return new PrecisionRecall(
        expected + other.expected, predicted + other.predicted, correct + other.correct);
  }

  /** The share of correct items among the predicted ones, from 0 to 1; 0 without predictions. */
  public double precision() {
    return predicted == 0 ? 0 : (double) correct / predicted;
  }

  /** The share of correct items among the expected ones, from 0 to 1; 0 if none is expected. */
  public double recall() {
    return expected == 0 ? 0 : (double) correct / expected;
  }

  /** The harmonic mean of precision and recall, from 0 to 1; 0 if both are 0. */
  public double f1() {
    return correct == 0 ? 0 : 2.0 * correct / (expected + predicted);
  }
}
