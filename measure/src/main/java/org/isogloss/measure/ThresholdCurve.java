// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The measures of a system at every score threshold.
 *
 * @param <P> the measures at one threshold
 */
public abstract sealed class ThresholdCurve<P extends ThresholdCurve.Measured>
    permits PrecisionRecallCurve, QueryWeightedValueCurve {
  private final List<P> points;

  /** Measures at one threshold. */
  public interface Measured {
    /** Returns the lowest score that is accepted; infinite if none is. */
    double threshold();
  }

  /** Creates a curve of points in descending order of threshold, the first one infinite. */
  ThresholdCurve(List<P> points) {
    this.points = List.copyOf(points);
  }

  /**
   * The points in descending order of threshold, from the infinite threshold to the lowest score.
   */
  public final List<P> points() {
    return points;
  }

  /** The point of a given threshold. */
  public final P at(double threshold) {
    double[] negated = points.stream().mapToDouble(point -> -point.threshold()).toArray();
    int at = Arrays.binarySearch(negated, -threshold);
    return points.get(Math.max(at >= 0 ? at : -at - 2, 0));
  }

  /** The point with the maximum value; of equal values, the one with the highest threshold. */
  final P maximumOf(ToDoubleFunction<P> value) {
    P best = points.getFirst();
    for (P point : points) {
      best = value.applyAsDouble(point) > value.applyAsDouble(best) ? point : best;
    }
    return best;
  }
}
