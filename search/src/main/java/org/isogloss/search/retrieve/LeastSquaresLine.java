// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

/** A least-squares regression line. */
final class LeastSquaresLine {
  /** A variance that may result from rounding. */
  private static final double ROUNDING = 1e-9;

  private int points;
  private double x;
  private double y;
  private double xx;
  private double xy;
  private double yy;

  void add(double atX, double atY) {
    points++;
    x += atX;
    y += atY;
    xx += atX * atX;
    xy += atX * atY;
    yy += atY * atY;
  }

  /**
   * Returns the value of the line at {@code atX}; the line is horizontal if all points have the
   * same {@code x}.
   */
  double at(double atX) {
    double meanX = x / points;
    double meanY = y / points;
    double spread = xx / points - meanX * meanX;
    double slope = spread > ROUNDING ? (xy / points - meanX * meanY) / spread : 0;
    return meanY + slope * (atX - meanX);
  }

  /**
   * Returns the standard deviation of {@code y}; 0 if all points have the same, or there is none.
   */
  double deviation() {
    double meanY = y / Math.max(1, points);
    double spread = yy / Math.max(1, points) - meanY * meanY;
    return spread > ROUNDING ? Math.sqrt(spread) : 0;
  }
}
