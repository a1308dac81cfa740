// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.measure.PrintfNumbers;

/**
 * A horizontal bar chart with one group of bars per category, for any number of categories and
 * names of any length. The value is printed at the end of each bar.
 */
public final class BarChart implements Figure {
  /** Maximum number of series with different colours. */
  static final int MAX_SERIES = 6;

  private static final double WIDTH = 736;
  private static final double BAR = 13;
  private static final double GAP = 9;

  private final String caption;
  private final List<String> categories;
  private final List<String> names = new ArrayList<>();
  private final List<double[]> series = new ArrayList<>();
  private int decimals = 2;

  /** Creates a chart with the given categories. */
  public BarChart(String caption, List<String> categories) {
    this.caption = caption;
    this.categories = List.copyOf(categories);
  }

  /**
   * Adds a series, which is one bar in each group.
   *
   * @param values one value per category; NaN for a missing value
   * @throws IllegalArgumentException if the number of values differs from the number of categories,
   *     or if the chart already has six series
   */
  public BarChart series(String name, double... values) {
    if (values.length != categories.size() || names.size() == MAX_SERIES) {
      throw new IllegalArgumentException(
          name
              + " has "
              + values.length
              + " values, expected "
              + categories.size()
              + ", in at most "
              + MAX_SERIES
              + " series");
    }
    names.add(name);
    series.add(values.clone());
    return this;
  }

  /** Sets the number of decimals of the values; 2 by default. */
  public BarChart decimals(int decimals) {
    this.decimals = decimals;
    return this;
  }

  @Override
  public String html() {
    double left = 12 + categories.stream().mapToDouble(HtmlFragments::textWidth).max().orElse(0);
    double right = 8 + HtmlFragments.textWidth(PrintfNumbers.formatFixed(highest(), decimals));
    Axis axis = Axis.covering(Math.min(0, lowest()), highest(), left, WIDTH - right);
    double group = BAR * series.size() + GAP;
    double bottom = group * categories.size() + GAP / 2;
    StringBuilder svg = ChartSvg.open(WIDTH, bottom + 22, caption);
    for (double tick : axis.ticks()) {
      ChartSvg.line(
          svg, tick == 0 ? "base" : "grid", axis.pixel(tick), 0, axis.pixel(tick), bottom);
      ChartSvg.text(svg, "tick", axis.pixel(tick), bottom + 16, "middle", axis.label(tick));
    }
    for (int i = 0; i < categories.size(); i++) {
      double top = group * i + GAP / 2;
      double middle = top + BAR * series.size() / 2 + 4;
      ChartSvg.text(svg, "", left - 8, middle, "end", categories.get(i));
      for (int j = 0; j < series.size(); j++) {
        bar(svg, axis, j, top + BAR * j, series.get(j)[i]);
      }
    }
    String chart = svg.append("</svg>\n").toString();
    return HtmlFragments.figure(
        caption, ChartSvg.barLegend(names) + HtmlFragments.scrolling(caption, chart));
  }

  private void bar(StringBuilder svg, Axis axis, int index, double top, double value) {
    if (!Double.isFinite(value)) {
      return;
    }
    double zero = axis.pixel(0);
    double end = axis.pixel(value);
    svg.append("<rect class=\"f").append(index).append("\" x=\"");
    svg.append(HtmlFragments.formatNumber(Math.min(zero, end)))
        .append("\" y=\"")
        .append(HtmlFragments.formatNumber(top + 0.5));
    svg.append("\" width=\"")
        .append(HtmlFragments.formatNumber(Math.abs(end - zero)))
        .append("\" height=\"");
    svg.append(HtmlFragments.formatNumber(BAR - 1)).append("\"/>\n");
    boolean leftwards = value < 0;
    double x = leftwards ? zero + 4 : end + 4;
    ChartSvg.text(
        svg, "", x, top + BAR / 2 + 4, "start", PrintfNumbers.formatFixed(value, decimals));
  }

  private double highest() {
    return series.stream()
        .flatMapToDouble(java.util.Arrays::stream)
        .filter(Double::isFinite)
        .max()
        .orElse(1);
  }

  private double lowest() {
    return series.stream()
        .flatMapToDouble(java.util.Arrays::stream)
        .filter(Double::isFinite)
        .min()
        .orElse(0);
  }
}
