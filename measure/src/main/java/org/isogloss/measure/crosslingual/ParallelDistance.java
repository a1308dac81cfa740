// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import java.util.List;
import org.isogloss.measure.reduction.Points;

/**
 * How close the points of parallel texts, translations of each other, are in a map. In a space that
 * is separated by languages the ratio is about 1, and in a language-neutral space near 0.
 *
 * @param parallel mean Euclidean distance between two points of parallel texts; NaN if there are
 *     none
 * @param all mean distance between any two points; NaN if there are fewer than two points
 */
public record ParallelDistance(double parallel, double all) {
  /**
   * Computes the distances.
   *
   * @param groups lists of the points of texts that are parallel to each other; every pair of a
   *     list counts
   */
  public static ParallelDistance of(Points points, List<List<Integer>> groups) {
    double parallel = 0;
    long pairs = 0;
    for (List<Integer> group : groups) {
      for (int i = 0; i < group.size(); i++) {
        for (int j = 0; j < i; j++) {
          parallel += points.distance(group.get(i), group.get(j));
          pairs++;
        }
      }
    }
    double all = 0;
    for (int i = 0; i < points.size(); i++) {
      for (int j = 0; j < i; j++) {
        double dx = points.x(i) - points.x(j);
        double dy = points.y(i) - points.y(j);
        all += Math.sqrt(dx * dx + dy * dy);
      }
    }
    return new ParallelDistance(
        parallel / pairs, all / (points.size() * (points.size() - 1.0) / 2));
  }

  /** Returns the distance of parallel texts relative to that of all. */
  public double ratio() {
    return parallel / all;
  }
}
