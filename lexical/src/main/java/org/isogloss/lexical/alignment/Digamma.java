package org.isogloss.lexical.alignment;

/** The logarithmic derivative of the gamma function. */
final class Digamma {
  private Digamma() {}

  /**
   * By recurrence up to 6, by the asymptotic series from there (Abramowitz and Stegun 6.3.5,
   * 6.3.18); correct to 1e-9.
   *
   * @param x above 0
   */
  static double of(double x) {
    double sum = 0;
    double at = x;
    while (at < 6) {
      sum -= 1 / at;
      at++;
    }
    double inverse = 1 / at;
    double square = inverse * inverse;
    double series =
        square * (1 / 12.0 - square * (1 / 120.0 - square * (1 / 252.0 - square / 240)));
    return sum + Math.log(at) - 0.5 * inverse - series;
  }
}
