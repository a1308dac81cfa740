// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.isogloss.measure.PrecisionRecallCurve;
import org.isogloss.measure.QueryWeightedValueCurve;
import org.isogloss.measure.probability.ReliabilityCurve;

/** A line chart: loss over steps, recall over depth, value over threshold. */
public final class LineChart implements Figure {
  private static final double WIDTH = 736;
  private static final double HEIGHT = 360;
  private static final int TOP = 10;
  private static final int BOTTOM = 46;

  /** Lines with more points are drawn by the minimum and maximum of each pixel column. */
  private static final int MAX_POINTS = 1500;

  private final String caption;
  private final String xAxis;
  private final String yAxis;
  private final List<String> names = new ArrayList<>();
  private final List<List<Point>> series = new ArrayList<>();

  private record Point(double x, double y) {}

  /** Creates a chart with the given axis names. */
  public LineChart(String caption, String xAxis, String yAxis) {
    this.caption = caption;
    this.xAxis = xAxis;
    this.yAxis = yAxis;
  }

  /**
   * Adds a line through points in the given order; points that are not finite are omitted.
   *
   * @throws IllegalArgumentException if {@code x} and {@code y} differ in length, or if the chart
   *     already has six lines
   */
  public LineChart series(String name, double[] x, double[] y) {
    if (x.length != y.length || names.size() == BarChart.MAX_SERIES) {
      throw new IllegalArgumentException(
          name
              + " has "
              + x.length
              + " x and "
              + y.length
              + " y, expected as many of each, in at most "
              + BarChart.MAX_SERIES
              + " lines");
    }
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      if (Double.isFinite(x[i]) && Double.isFinite(y[i])) {
        points.add(new Point(x[i], y[i]));
      }
    }
    names.add(name);
    series.add(points);
    return this;
  }

  /** Creates a chart of the weighted value, the miss rate and the false alarm rate by threshold. */
  public static LineChart of(String caption, QueryWeightedValueCurve curve) {
    return new LineChart(caption, "threshold", "")
        .series("AQWV", figures(curve, p -> p.threshold()), figures(curve, p -> p.value()))
        .series("P_miss", figures(curve, p -> p.threshold()), figures(curve, p -> p.missRate()))
        .series(
            "P_FA", figures(curve, p -> p.threshold()), figures(curve, p -> p.falseAlarmRate()));
  }

  /** Creates a chart of precision, recall and F1 by threshold. */
  public static LineChart of(String caption, PrecisionRecallCurve curve) {
    double[] thresholds = curve.points().stream().mapToDouble(p -> p.threshold()).toArray();
    return new LineChart(caption, "threshold", "")
        .series(
            "precision",
            thresholds,
            curve.points().stream().mapToDouble(p -> p.precision()).toArray())
        .series(
            "recall", thresholds, curve.points().stream().mapToDouble(p -> p.recall()).toArray())
        .series("F1", thresholds, curve.points().stream().mapToDouble(p -> p.f1()).toArray());
  }

  /** Creates a reliability diagram: the share of relevant hits by their probability. */
  public static LineChart of(String caption, ReliabilityCurve curve) {
    double[] ends = {0, 1};
    return new LineChart(caption, "probability", "share of relevant hits")
        .series(
            "measured",
            curve.bins().stream().mapToDouble(bin -> bin.meanProbability()).toArray(),
            curve.bins().stream().mapToDouble(bin -> bin.relevantShare()).toArray())
        .series("perfect", ends, ends);
  }

  private static double[] figures(
      QueryWeightedValueCurve curve, ToDoubleFunction<QueryWeightedValueCurve.Point> figure) {
    return curve.points().stream().mapToDouble(figure).toArray();
  }

  @Override
  public String html() {
    Axis y = Axis.covering(low(Point::y), high(Point::y), HEIGHT - BOTTOM, TOP);
    double left =
        (yAxis.isEmpty() ? 14 : 32)
            + y.ticks().stream()
                .mapToDouble(tick -> HtmlFragments.textWidth(y.label(tick)))
                .max()
                .orElse(0);
    Axis x = Axis.covering(low(Point::x), high(Point::x), left, WIDTH - 24);
    StringBuilder svg = ChartSvg.open(WIDTH, HEIGHT, caption);
    for (double tick : y.ticks()) {
      ChartSvg.line(svg, "grid", left, y.pixel(tick), WIDTH - 24, y.pixel(tick));
      ChartSvg.text(svg, "tick", left - 8, y.pixel(tick) + 4, "end", y.label(tick));
    }
    for (double tick : x.ticks()) {
      ChartSvg.line(
          svg, "base", x.pixel(tick), HEIGHT - BOTTOM, x.pixel(tick), HEIGHT - BOTTOM + 4);
      ChartSvg.text(svg, "tick", x.pixel(tick), HEIGHT - BOTTOM + 18, "middle", x.label(tick));
    }
    ChartSvg.line(svg, "base", left, HEIGHT - BOTTOM, WIDTH - 24, HEIGHT - BOTTOM);
    ChartSvg.text(svg, "label", (left + WIDTH - 24) / 2, HEIGHT - 8, "middle", xAxis);
    if (!yAxis.isEmpty()) {
      svg.append("<g transform=\"translate(14 ")
          .append(HtmlFragments.formatNumber((HEIGHT - BOTTOM + TOP) / 2));
      svg.append(") rotate(-90)\">");
      ChartSvg.text(svg, "label", 0, 0, "middle", yAxis);
      svg.append("</g>\n");
    }
    for (int i = 0; i < series.size(); i++) {
      path(svg, i, x, y);
    }
    String chart = svg.append("</svg>\n").toString();
    return HtmlFragments.figure(
        caption, ChartSvg.lineLegend(names) + HtmlFragments.scrolling(caption, chart));
  }

  private void path(StringBuilder svg, int index, Axis x, Axis y) {
    List<Point> points = downsample(series.get(index), x);
    svg.append("<path class=\"l").append(index).append("\" d=\"");
    for (int i = 0; i < points.size(); i++) {
      svg.append(i == 0 ? 'M' : 'L').append(HtmlFragments.formatNumber(x.pixel(points.get(i).x)));
      svg.append(' ').append(HtmlFragments.formatNumber(y.pixel(points.get(i).y)));
    }
    svg.append("\"/>\n");
    if (points.size() == 1) {
      svg.append("<circle class=\"f").append(index).append("\" r=\"4\" cx=\"");
      svg.append(HtmlFragments.formatNumber(x.pixel(points.getFirst().x))).append("\" cy=\"");
      svg.append(HtmlFragments.formatNumber(y.pixel(points.getFirst().y))).append("\"/>\n");
    }
  }

  private static List<Point> downsample(List<Point> points, Axis x) {
    if (points.size() <= MAX_POINTS) {
      return points;
    }
    List<Point> sampled = new ArrayList<>();
    int from = 0;
    while (from < points.size()) {
      int low = from;
      int high = from;
      int to = from;
      while (to < points.size()
          && (int) x.pixel(points.get(to).x) == (int) x.pixel(points.get(from).x)) {
        low = points.get(to).y < points.get(low).y ? to : low;
        high = points.get(to).y > points.get(high).y ? to : high;
        to++;
      }
      Arrays.stream(new int[] {from, low, high, to - 1})
          .sorted()
          .distinct()
          .mapToObj(points::get)
          .forEach(sampled::add);
      from = to;
    }
    return sampled;
  }

  private double low(ToDoubleFunction<Point> figure) {
    return series.stream().flatMap(List::stream).mapToDouble(figure).min().orElse(0);
  }

  private double high(ToDoubleFunction<Point> figure) {
    return series.stream().flatMap(List::stream).mapToDouble(figure).max().orElse(1);
  }
}
