package org.isogloss.measure;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as C's printf writes them, which Java's formatter does not. */
public final class PrintfNumbers {
  private PrintfNumbers() {}

  /**
   * What {@code %.<decimals>f} gives in C: the exact value of the double, rounded half to even.
   * Java rounds its shortest decimal form half up, so that 1/32 becomes 0.0313 there and 0.0312 in
   * C.
   */
  public static String formatFixed(double value, int decimals) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    String text = new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    boolean lostSign = (value < 0 || 1 / value < 0) && !text.startsWith("-");
    return lostSign ? "-" + text : text;
  }

  /** A value of a measure with four decimals, or a count. */
  static String formatMeasure(Measure measure, double value) {
    return measure.isCount() ? Long.toString((long) value) : formatFixed(value, 4);
  }
}
