package org.isogloss.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Lines over two axes: loss over steps, recall over depth, value over threshold. */
public final class LineChart implements Figure {
  private static final double WIDTH = 736;
  private static final double HEIGHT = 360;
  private static final int TOP = 10;
  private static final int BOTTOM = 46;

  /** Longer lines are drawn by the lowest and highest point of each column of pixels. */
  private static final int MOST_POINTS = 1500;

  private final String caption;
  private final String xAxis;
  private final String yAxis;
  private final List<String> names = new ArrayList<>();
  private final List<List<Point>> series = new ArrayList<>();

  private record Point(double x, double y) {}

  /** Begins a chart with the names of its axes. */
  public LineChart(String caption, String xAxis, String yAxis) {
    this.caption = caption;
    this.xAxis = xAxis;
    this.yAxis = yAxis;
  }

  /**
   * Adds a line through points in the order given; points that are not finite are left out.
   *
   * @throws IllegalArgumentException if there are not as many {@code x} as {@code y}, or six lines
   *     already
   */
  public LineChart series(String name, double[] x, double[] y) {
    if (x.length != y.length || names.size() == BarChart.MOST_SERIES) {
      throw new IllegalArgumentException(
          name
              + " has "
              + x.length
              + " x and "
              + y.length
              + " y, expected as many of each, in at most "
              + BarChart.MOST_SERIES
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

  /** The weighted value, the misses and the weighted false alarms at each threshold. */
  public static LineChart of(String caption, ThresholdCurve curve) {
    return new LineChart(caption, "threshold", "")
        .series("AQWV", figures(curve, p -> p.threshold()), figures(curve, p -> p.value()))
        .series("P_miss", figures(curve, p -> p.threshold()), figures(curve, p -> p.miss()))
        .series("P_FA", figures(curve, p -> p.threshold()), figures(curve, p -> p.falseAlarm()));
  }

  /** Precision, recall and F1 at each threshold. */
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

  private static double[] figures(
      ThresholdCurve curve, ToDoubleFunction<ThresholdCurve.Point> figure) {
    return curve.points().stream().mapToDouble(figure).toArray();
  }

  @Override
  public String html() {
    Axis y = Axis.over(low(Point::y), high(Point::y), HEIGHT - BOTTOM, TOP);
    double left =
        (yAxis.isEmpty() ? 14 : 32)
            + y.ticks().stream().mapToDouble(tick -> Html.width(y.text(tick))).max().orElse(0);
    Axis x = Axis.over(low(Point::x), high(Point::x), left, WIDTH - 24);
    StringBuilder svg = Svg.open(WIDTH, HEIGHT, caption);
    for (double tick : y.ticks()) {
      Svg.line(svg, "grid", left, y.pixel(tick), WIDTH - 24, y.pixel(tick));
      Svg.text(svg, "tick", left - 8, y.pixel(tick) + 4, "end", y.text(tick));
    }
    for (double tick : x.ticks()) {
      Svg.line(svg, "base", x.pixel(tick), HEIGHT - BOTTOM, x.pixel(tick), HEIGHT - BOTTOM + 4);
      Svg.text(svg, "tick", x.pixel(tick), HEIGHT - BOTTOM + 18, "middle", x.text(tick));
    }
    Svg.line(svg, "base", left, HEIGHT - BOTTOM, WIDTH - 24, HEIGHT - BOTTOM);
    Svg.text(svg, "label", (left + WIDTH - 24) / 2, HEIGHT - 8, "middle", xAxis);
    if (!yAxis.isEmpty()) {
      svg.append("<g transform=\"translate(14 ").append(Html.number((HEIGHT - BOTTOM + TOP) / 2));
      svg.append(") rotate(-90)\">");
      Svg.text(svg, "label", 0, 0, "middle", yAxis);
      svg.append("</g>\n");
    }
    for (int i = 0; i < series.size(); i++) {
      path(svg, i, x, y);
    }
    return Html.figure(caption, Svg.lineLegend(names) + svg.append("</svg>\n"));
  }

  private void path(StringBuilder svg, int index, Axis x, Axis y) {
    List<Point> points = thinned(series.get(index), x);
    svg.append("<path class=\"l").append(index).append("\" d=\"");
    for (int i = 0; i < points.size(); i++) {
      svg.append(i == 0 ? 'M' : 'L').append(Html.number(x.pixel(points.get(i).x)));
      svg.append(' ').append(Html.number(y.pixel(points.get(i).y)));
    }
    svg.append("\"/>\n");
    if (points.size() == 1) {
      svg.append("<circle class=\"f").append(index).append("\" r=\"4\" cx=\"");
      svg.append(Html.number(x.pixel(points.getFirst().x))).append("\" cy=\"");
      svg.append(Html.number(y.pixel(points.getFirst().y))).append("\"/>\n");
    }
  }

  private static List<Point> thinned(List<Point> points, Axis x) {
    if (points.size() <= MOST_POINTS) {
      return points;
    }
    List<Point> thinned = new ArrayList<>();
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
          .forEach(thinned::add);
      from = to;
    }
    return thinned;
  }

  private double low(ToDoubleFunction<Point> figure) {
    return series.stream().flatMap(List::stream).mapToDouble(figure).min().orElse(0);
  }

  private double high(ToDoubleFunction<Point> figure) {
    return series.stream().flatMap(List::stream).mapToDouble(figure).max().orElse(1);
  }
}
