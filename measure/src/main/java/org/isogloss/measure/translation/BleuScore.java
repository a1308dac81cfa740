// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isogloss.measure.PrintfNumbers;

/**
 * A score of BLEU with its parts.
 *
 * @param value the score, from 0 to 100
 * @param precisions smoothed precision of each order in percent; all 0 if no token matches
 * @param brevityPenalty from 0 to 1
 * @param matches number of matching n-grams of each order
 * @param totals number of n-grams of each order in the hypothesis
 * @param hypothesisLength number of tokens of the hypothesis
 * @param referenceLength number of tokens of the closest references
 */
public record BleuScore(
    double value,
    List<Double> precisions,
    double brevityPenalty,
    List<Long> matches,
    List<Long> totals,
    long hypothesisLength,
    long referenceLength)
    implements TranslationScore {
  /** Stands for the logarithm of a precision of 0, so that the score becomes 0. */
  private static final double LOG_OF_ZERO = -9_999_999_999.0;

  public BleuScore {
    precisions = List.copyOf(precisions);
    matches = List.copyOf(matches);
    totals = List.copyOf(totals);
  }

  /**
   * Computes the score from its statistics.
   *
   * @param statistics tokens of hypothesis and reference, the matches of each order, the totals of
   *     each order
   */
  static BleuScore of(Bleu metric, long[] statistics) {
    int orders = metric.maxOrder();
    long[] matches = Arrays.copyOfRange(statistics, 2, 2 + orders);
    long[] totals = Arrays.copyOfRange(statistics, 2 + orders, 2 + 2 * orders);
    double penalty = brevityPenalty(statistics[0], statistics[1]);
    double[] precisions = new double[orders];
    double value = 0;
    if (Arrays.stream(matches).anyMatch(count -> count > 0)) {
      int averaged = smooth(metric, matches, totals, precisions);
      double logarithms = 0;
      for (int i = 0; i < averaged; i++) {
        logarithms += precisions[i] == 0 ? LOG_OF_ZERO : Math.log(precisions[i]);
      }
      value = penalty * Math.exp(logarithms / averaged);
    }
    return new BleuScore(
        value,
        Arrays.stream(precisions).boxed().toList(),
        penalty,
        Arrays.stream(matches).boxed().toList(),
        Arrays.stream(totals).boxed().toList(),
        statistics[0],
        statistics[1]);
  }

  private static double brevityPenalty(long hypothesisLength, long referenceLength) {
    if (hypothesisLength >= referenceLength) {
      return 1;
    }
    return hypothesisLength == 0 ? 0 : Math.exp(1 - (double) referenceLength / hypothesisLength);
  }

  /** Computes the precisions and returns the number of orders that are averaged. */
  private static int smooth(Bleu metric, long[] matches, long[] totals, double[] precisions) {
    Smoothing smoothing = metric.smoothing();
    double added = smoothing.method() == Smoothing.Method.ADD_K ? smoothing.value() : 0;
    double halved = 1;
    int averaged = metric.maxOrder();
    for (int i = 0; i < precisions.length; i++) {
      double matching = matches[i] + (i > 0 ? added : 0);
      double total = totals[i] + (i > 0 ? added : 0);
      if (total == 0) {
        break;
      }
      if (metric.effectiveOrder()) {
        averaged = i + 1;
      }
      if (matching > 0) {
        precisions[i] = 100 * matching / total;
      } else if (smoothing.method() == Smoothing.Method.EXP) {
        halved *= 2;
        precisions[i] = 100 / (halved * total);
      } else if (smoothing.method() == Smoothing.Method.FLOOR) {
        precisions[i] = 100 * smoothing.value() / total;
      }
    }
    return averaged;
  }

  /** Returns the length of the hypothesis divided by that of the reference; 0 if that is empty. */
  public double ratio() {
    return referenceLength == 0 ? 0 : (double) hypothesisLength / referenceLength;
  }

  @Override
  public String details() {
    return precisions.stream()
            .map(precision -> PrintfNumbers.formatFixed(precision, 1))
            .collect(Collectors.joining("/"))
        + " (BP = "
        + PrintfNumbers.formatFixed(brevityPenalty, 3)
        + " ratio = "
        + PrintfNumbers.formatFixed(ratio(), 3)
        + " hyp_len = "
        + hypothesisLength
        + " ref_len = "
        + referenceLength
        + ")";
  }
}
