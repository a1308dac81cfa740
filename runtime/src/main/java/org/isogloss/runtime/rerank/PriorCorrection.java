package org.isogloss.runtime.rerank;

/**
 * Turns what a classifier says after training on a sample, in which positive examples are far more
 * frequent than where it is used, into what it would say there: prior correction of logistic
 * regression (King and Zeng 2001, <i>Logistic Regression in Rare Events Data</i>, section 4.1). By
 * Bayes' rule such sampling multiplies all odds by one number, whatever is classified.
 *
 * @param oddsFactor what the classifier's odds are multiplied by, above 0
 */
public record PriorCorrection(double oddsFactor) {
  /** Where training examples are as they come in use. */
  public static final PriorCorrection NONE = new PriorCorrection(1);

  /** The greatest number below 1 in single precision: a model is never quite sure. */
  private static final double MAX_PROBABILITY = Math.nextDown(1f);

  public PriorCorrection {
    if (!(oddsFactor > 0) || Double.isInfinite(oddsFactor)) {
      throw new IllegalArgumentException("odds are " + oddsFactor + ", expected a number above 0");
    }
  }

  /**
   * For a classifier of labels and items whose negative examples are drawn: every label that an
   * item has is a positive example, and beside it stand labels that the item has not, each as
   * likely as any other. Without drawing, an item would have {@code labels} negative examples, less
   * those that it has, and not {@code negatives * positives}.
   *
   * @param positives of an item, on average, above 0
   * @param negatives for each positive one, above 0
   * @param labels that there are, 1 or more
   */
  public static PriorCorrection forSampledNegatives(double positives, int negatives, int labels) {
    return new PriorCorrection(negatives * positives / labels);
  }

  /**
   * The probability where the classifier is used.
   *
   * @param probability that it says, 0 to 1
   */
  public double correct(double probability) {
    double p = Math.min(probability, MAX_PROBABILITY);
    return p * oddsFactor / (p * oddsFactor + 1 - p);
  }
}
