// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Formats numbers like C's printf, which differs from Java's formatter. */
public final class PrintfNumbers {
  private PrintfNumbers() {}

  /**
   * Formats a number like {@code %.<decimals>f} in C: the exact value of the double, rounded half
   * to even. Java rounds the shortest decimal form half up, so that 1/32 becomes 0.0313 in Java,
   * but 0.0312 in C.
   */
  public static String formatFixed(double value, int decimals) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    String text = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    boolean lostSign = (value < 0 || 1 / value < 0) && !text.startsWith("-");
    return lostSign ? "-" + text : text;
  }

  /** Formats the value of a measure with four decimals, or as an integer if it is a count. */
  static String formatMeasure(Measure measure, double value) {
    return measure.isCount() ? Long.toString((long) value) : formatFixed(value, 4);
  }
}
