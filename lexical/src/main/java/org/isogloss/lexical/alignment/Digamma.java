package org.isogloss.lexical.alignment;

/** The digamma function, the logarithmic derivative of the gamma function. */
final class Digamma {
  private Digamma() {}

  /**
   * Computes the function with the recurrence up to 6 and with the asymptotic series from there
   * (Abramowitz and Stegun 6.3.5, 6.3.18). The error is at most 1e-9.
   *
   * @param x the argument, above 0
   */
  static double of(double x) {
    double sum = 0;
    double shifted = x;
    while (shifted < 6) {
      sum -= 1 / shifted;
      shifted++;
    }
    double inverse = 1 / shifted;
    double square = inverse * inverse;
    double series =
        square * (1 / 12.0 - square * (1 / 120.0 - square * (1 / 252.0 - square / 240)));
    return sum + Math.log(shifted) - 0.5 * inverse - series;
  }
}
