package org.isogloss.measure.crosslingual;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Precision, recall and F1 of what scores at or above a threshold, at every threshold: how the
 * mining of parallel sentences is measured (BUCC: Zweigenbaum, Sharoff and Rapp 2017).
 *
 * <pre>precision = right ones that are kept / all that are kept
 * recall    = right ones that are kept / right ones there are to be found
 * F1        = 2 precision recall / (precision + recall)</pre>
 */
public final class PrecisionRecallCurve {
  private final List<Point> points;

  /**
   * What a threshold gives.
   *
   * @param threshold what scores so much or more is kept; infinite where nothing is
   * @param retained how many are kept
   * @param precision 0 to 1; 1 where nothing is kept
   * @param recall 0 to 1
   * @param f1 0 to 1
   */
  public record Point(double threshold, int retained, double precision, double recall, double f1) {}

  private PrecisionRecallCurve(List<Point> points) {
    this.points = List.copyOf(points);
  }

  /**
   * Sweeps the threshold over all scores.
   *
   * @param scores in any order
   * @param correct whether what has the score at the same place is right
   * @param relevant how many right ones there are to be found, found or not
   * @throws IllegalArgumentException if there are not as many scores as judgements, or more right
   *     ones than there are said to be
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
    for (int kept = 1; kept <= order.size(); kept++) {
      double score = scores[order.get(kept - 1)];
      found += correct[order.get(kept - 1)] ? 1 : 0;
      // Equal scores come together, whatever their order.
      if (kept == order.size() || scores[order.get(kept)] != score) {
        points.add(point(score, kept, found, relevant));
      }
    }
    if (found > relevant) {
      throw new IllegalArgumentException(
          found + " are right, but only " + relevant + " are said to be there");
    }
    return new PrecisionRecallCurve(points);
  }

  private static Point point(double threshold, int kept, int found, long relevant) {
    double precision = (double) found / kept;
    double recall = relevant == 0 ? 0 : (double) found / relevant;
    double f1 = found == 0 ? 0 : 2 * precision * recall / (precision + recall);
    return new Point(threshold, kept, precision, recall, f1);
  }

  /** The points from the highest threshold, which keeps nothing, to the lowest score. */
  public List<Point> points() {
    return points;
  }

  /** The point of a threshold fixed beforehand. */
  public Point at(double threshold) {
    double[] negated = points.stream().mapToDouble(point -> -point.threshold()).toArray();
    int at = Arrays.binarySearch(negated, -threshold);
    return points.get(Math.max(at >= 0 ? at : -at - 2, 0));
  }

  /** The point of the highest F1; of equal ones that of the highest threshold. */
  public Point bestF1() {
    Point best = points.getFirst();
    for (Point point : points) {
      best = point.f1() > best.f1() ? point : best;
    }
    return best;
  }
}
