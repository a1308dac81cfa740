// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

/** Points of the plane: the image of vectors under a dimensionality reduction. Immutable. */
public final class Points {
  private final double[] x;
  private final double[] y;

  /**
   * Creates points.
   *
   * @param x {@code [points]}, finite
   * @param y {@code [points]}, finite
   * @throws IllegalArgumentException if the numbers of coordinates differ, or if one is not finite
   */
  public Points(double[] x, double[] y) {
    if (x.length != y.length) {
      throw new IllegalArgumentException(
          x.length + " x and " + y.length + " y, expected as many of each");
    }
    for (int i = 0; i < x.length; i++) {
      if (!Double.isFinite(x[i]) || !Double.isFinite(y[i])) {
        throw new IllegalArgumentException(
            "point " + i + " is (" + x[i] + ", " + y[i] + "), expected finite coordinates");
      }
    }
    this.x = x.clone();
    this.y = y.clone();
  }

  /** Returns the number of points. */
  public int size() {
    return x.length;
  }

  /** Returns the first coordinate of a point. */
  public double x(int point) {
    return x[point];
  }

  /** Returns the second coordinate of a point. */
  public double y(int point) {
    return y[point];
  }

  /** Returns the Euclidean distance between two points. */
  public double distance(int first, int second) {
    return Math.hypot(x[first] - x[second], y[first] - y[second]);
  }
}
