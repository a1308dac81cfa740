// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Precision, recall and F1 of the candidates with a score at or above a threshold, for every
 * threshold: the evaluation of bitext mining (BUCC: Zweigenbaum, Sharoff and Rapp 2017).
 *
 * <pre>precision = correct retained / retained
 * recall    = correct retained / relevant
 * F1        = 2 precision recall / (precision + recall)</pre>
 */
public final class PrecisionRecallCurve extends ThresholdCurve<PrecisionRecallCurve.Point> {
  /**
   * Precision, recall and F1 at one threshold.
   *
   * @param threshold candidates with at least this score are retained; infinite if no candidate is
   * @param retained number of retained candidates
   * @param precision 0 to 1; 1 if no candidate is retained
   * @param recall 0 to 1
   * @param f1 0 to 1
   */
  public record Point(double threshold, int retained, double precision, double recall, double f1)
      implements Measured {}

  private PrecisionRecallCurve(List<Point> points) {
    super(points);
  }

  /**
   * Computes the curve for all scores.
   *
   * @param scores the scores of the candidates, in any order
   * @param correct for each candidate, whether it is correct
   * @param relevant number of correct candidates that exist, retrieved or not
   * @throws IllegalArgumentException if the arrays differ in length, or if more candidates are
   *     correct than {@code relevant}
   */
  public static PrecisionRecallCurve of(double[] scores, boolean[] correct, long relevant) {
    if (scores.length != correct.length) {
      throw new IllegalArgumentException(
          scores.length + " scores, but " + correct.length + " judgements");
    }
    List<Integer> order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -scores[i]))
            .toList();
    List<Point> points = new ArrayList<>();
    points.add(new Point(Double.POSITIVE_INFINITY, 0, 1, 0, 0));
    int found = 0;
    for (int retained = 1; retained <= order.size(); retained++) {
      double score = scores[order.get(retained - 1)];
      found += correct[order.get(retained - 1)] ? 1 : 0;
      // Candidates with equal scores are retained together.
      if (retained == order.size() || scores[order.get(retained)] != score) {
        points.add(point(score, retained, found, relevant));
      }
    }
    if (found > relevant) {
      throw new IllegalArgumentException(
          found + " candidates are correct, expected at most " + relevant + " relevant ones");
    }
    return new PrecisionRecallCurve(points);
  }

  private static Point point(double threshold, int retained, int found, long relevant) {
    double precision = (double) found / retained;
    double recall = relevant == 0 ? 0 : (double) found / relevant;
    double f1 = found == 0 ? 0 : 2 * precision * recall / (precision + recall);
    return new Point(threshold, retained, precision, recall, f1);
  }

  /** The point with the highest F1; of equal values, the one with the highest threshold. */
  public Point bestF1() {
    return maximumOf(Point::f1);
  }
}
