// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import java.util.Arrays;

/**
 * Holm's step-down correction for multiple comparisons (Scandinavian Journal of Statistics, 1979).
 */
public final class HolmCorrection {
  private HolmCorrection() {}

  /**
   * Adjusts p-values. Comparing each adjusted value with alpha keeps the probability of any false
   * positive at or below alpha.
   *
   * @param pValues p-values from 0 to 1
   * @return the adjusted p-values, in the same order
   */
  public static double[] adjust(double... pValues) {
    Integer[] order = new Integer[pValues.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(pValues[a], pValues[b]));
    double[] adjusted = new double[pValues.length];
    double largest = 0;
    for (int i = 0; i < pValues.length; i++) {
      largest = Math.max(largest, Math.min(1, (pValues.length - i) * pValues[order[i]]));
      adjusted[order[i]] = largest;
    }
    return adjusted;
  }
}
