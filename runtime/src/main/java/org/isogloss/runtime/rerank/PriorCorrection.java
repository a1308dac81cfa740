// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

/**
 * Corrects the probabilities of a classifier that was trained on a sample in which positive
 * examples are far more frequent than in use: prior correction of logistic regression (King and
 * Zeng 2001, <i>Logistic Regression in Rare Events Data</i>, section 4.1). By Bayes' rule, such
 * sampling multiplies all odds by the same factor.
 *
 * @param oddsFactor the factor by which the odds of the classifier are multiplied, above 0
 */
public record PriorCorrection(double oddsFactor) {
  /** No correction, for training examples with the same prior as in use. */
  public static final PriorCorrection NONE = new PriorCorrection(1);

  /** The largest number below 1 in single precision: no probability is taken as certain. */
  private static final double MAX_PROBABILITY = Math.nextDown(1f);

  public PriorCorrection {
    if (!(oddsFactor > 0) || Double.isInfinite(oddsFactor)) {
      throw new IllegalArgumentException(
          "oddsFactor is " + oddsFactor + ", expected a number above 0");
    }
  }

  /**
   * Returns the correction for a classifier of labels and items with sampled negative examples:
   * every label of an item is a positive example, and negative examples are sampled uniformly from
   * the labels that the item does not have. Without sampling, an item would have {@code labels}
   * negative examples, less its own labels, instead of {@code negatives * positives}.
   *
   * @param positives average number of positive examples per item, above 0
   * @param negatives number of negative examples per positive example, above 0
   * @param labels total number of labels, 1 or more
   */
  public static PriorCorrection forSampledNegatives(double positives, int negatives, int labels) {
    return new PriorCorrection(negatives * positives / labels);
  }

  /**
   * Returns the probability with the prior in use.
   *
   * @param probability the probability that the classifier returned, 0 to 1
   */
  public double correct(double probability) {
    double p = Math.min(probability, MAX_PROBABILITY);
    return p * oddsFactor / (p * oddsFactor + 1 - p);
  }
}
