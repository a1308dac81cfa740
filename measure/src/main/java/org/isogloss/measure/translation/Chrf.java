// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/**
 * chrF (Popović, WMT 2015): the F measure of character n-grams, whose precision and recall are
 * means over all orders; chrF++ (Popović, WMT 2017) adds n-grams of words. Of several references,
 * each sentence is compared with the one that gives it the highest score. The figures are those of
 * sacreBLEU 2.6.0.
 *
 * @param charOrder the longest n-grams of characters, 1 or more
 * @param wordOrder the longest n-grams of words, 0 or more
 * @param beta how many times recall weighs more than precision, 1 or more
 * @param lowercase whether case is ignored
 * @param whitespace whether white space belongs to the n-grams of characters
 * @param epsilonSmoothing whether the score is the mean of the F measures of all orders, in which
 *     an order without n-grams counts as 1e-16 (as in the program chrF++.py); otherwise, orders
 *     without n-grams on either side are left out
 */
public record Chrf(
    int charOrder,
    int wordOrder,
    int beta,
    boolean lowercase,
    boolean whitespace,
    boolean epsilonSmoothing)
    implements TranslationMetric {
  public static final int DEFAULT_CHAR_ORDER = 6;
  public static final int DEFAULT_BETA = 2;

  private static final int PLUS_PLUS_WORD_ORDER = 2;

  public Chrf {
    if (charOrder < 1 || wordOrder < 0 || beta < 1) {
      throw new IllegalArgumentException(
          "charOrder is "
              + charOrder
              + ", wordOrder "
              + wordOrder
              + " and beta "
              + beta
              + ", expected at least 1, 0 and 1");
    }
  }

  /** chrF2 with its default options: six orders of characters, no words, case-sensitive. */
  public static Chrf standard() {
    return new Chrf(DEFAULT_CHAR_ORDER, 0, DEFAULT_BETA, false, false, false);
  }

  /** chrF2++ with its default options: those of chrF, and single words and pairs of words. */
  public static Chrf plusPlus() {
    return standard().withWordOrder(PLUS_PLUS_WORD_ORDER);
  }

  public Chrf withCharOrder(int order) {
    return new Chrf(order, wordOrder, beta, lowercase, whitespace, epsilonSmoothing);
  }

  public Chrf withWordOrder(int order) {
    return new Chrf(charOrder, order, beta, lowercase, whitespace, epsilonSmoothing);
  }

  public Chrf withBeta(int weight) {
    return new Chrf(charOrder, wordOrder, weight, lowercase, whitespace, epsilonSmoothing);
  }

  public Chrf withLowercase(boolean ignoresCase) {
    return new Chrf(charOrder, wordOrder, beta, ignoresCase, whitespace, epsilonSmoothing);
  }

  public Chrf withWhitespace(boolean counted) {
    return new Chrf(charOrder, wordOrder, beta, lowercase, counted, epsilonSmoothing);
  }

  public Chrf withEpsilonSmoothing(boolean smoothed) {
    return new Chrf(charOrder, wordOrder, beta, lowercase, whitespace, smoothed);
  }

  @Override
  public String name() {
    return "chrF" + beta + "+".repeat(wordOrder);
  }

  @Override
  public String options() {
    return (lowercase ? "case:lc" : "case:mixed")
        + (epsilonSmoothing ? "|eff:no" : "|eff:yes")
        + "|nc:"
        + charOrder
        + "|nw:"
        + wordOrder
        + (whitespace ? "|space:yes" : "|space:no");
  }
}
