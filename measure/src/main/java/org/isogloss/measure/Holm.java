package org.isogloss.measure;

import java.util.Arrays;

/** Holm's step-down correction for many comparisons (Scandinavian Journal of Statistics, 1979). */
public final class Holm {
  private Holm() {}

  /**
   * Adjusts p-values so that comparing each with alpha keeps the chance of even one false finding
   * at or below alpha.
   *
   * @param p values from 0 to 1
   * @return the adjusted ones in the same order
   */
  public static double[] adjust(double... p) {
    Integer[] order = new Integer[p.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(p[a], p[b]));
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int i = 0; i < p.length; i++) {
      largest = Math.max(largest, Math.min(1, (p.length - i) * p[order[i]]));
      adjusted[order[i]] = largest;
    }
    return adjusted;
  }
}
