// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.measure.reduction.Points;

/** The SVG element of a scatter plot. */
final class ScatterPlotSvg {
  /** Where the element is placed. */
  enum Target {
    /** A file of its own. */
    FILE,
    /** A report, which has a caption. */
    REPORT,
    /** A page with a script, which reads the indices of items from {@code data} attributes. */
    PAGE
  }

  private static final double MARGIN = 12;
  private static final double SINGLE_PANEL = 640;
  private static final double PANEL = 470;
  private static final double PADDING = 14;
  private static final double TITLE = 30;
  private static final double PANEL_TITLE = 22;
  private static final double LEGEND_ROW = 20;
  private static final int MAX_TEXT = 300;

  private final ScatterPlot plot;
  private final Target target;
  private final List<String> groups;
  private final Map<String, Integer> groupIndices = new HashMap<>();
  private final double side;
  private final double top;
  private final double radius;
  private final StringBuilder svg = new StringBuilder();

  ScatterPlotSvg(ScatterPlot plot, Target target) {
    this.plot = plot;
    this.target = target;
    this.groups = plot.groups();
    groups.forEach(group -> groupIndices.put(group, groupIndices.size()));
    this.side = plot.panels().size() > 1 ? PANEL : SINGLE_PANEL;
    boolean panelTitles = plot.panels().stream().anyMatch(panel -> !panel.title().isEmpty());
    this.top = (target == Target.FILE ? TITLE : 0) + (panelTitles ? PANEL_TITLE : 0) + MARGIN;
    // Points cover about a tenth of the panel, within bounds.
    this.radius = Math.clamp(side * Math.sqrt(0.03 / Math.max(1, plot.items().size())), 1.3, 4.5);
    append();
  }

  @Override
  public String toString() {
    return svg.toString();
  }

  private void append() {
    int rows = (int) (side / LEGEND_ROW);
    int columns = (groups.size() + rows - 1) / rows;
    double column = 30 + groups.stream().mapToDouble(HtmlFragments::textWidth).max().orElse(0);
    double legend = MARGIN + plot.panels().size() * (side + MARGIN);
    double width = legend + columns * column + MARGIN;
    double height = top + side + MARGIN;
    svg.append("<svg role=\"img\"");
    svg.append(target == Target.FILE ? " xmlns=\"http://www.w3.org/2000/svg\"" : "");
    svg.append(target == Target.PAGE ? " class=\"map\"" : "");
    svg.append(" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#1d2023\"");
    attribute("width", width);
    attribute("height", height);
    svg.append(" viewBox=\"0 0 ").append(HtmlFragments.formatNumber(width)).append(' ');
    svg.append(HtmlFragments.formatNumber(height)).append("\" aria-label=\"");
    svg.append(HtmlFragments.escape(plot.title())).append("\">\n");
    if (target == Target.FILE) {
      svg.append("<title>").append(HtmlFragments.escape(plot.title())).append("</title>\n");
    }
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<defs>\n");
    for (int group = 0; group < groups.size(); group++) {
      Marker.of(group).append(svg, " id=\"" + id(group) + "\"", radius);
    }
    svg.append("</defs>\n");
    if (target == Target.FILE) {
      text(MARGIN, 24, " font-size=\"15\" font-weight=\"600\"", plot.title());
    }
    for (int i = 0; i < plot.panels().size(); i++) {
      append(plot.panels().get(i), MARGIN + i * (side + MARGIN));
    }
    for (int group = 0; group < groups.size(); group++) {
      int legendColumn = group / rows;
      legendEntry(group, legend + legendColumn * column, top + group % rows * LEGEND_ROW);
    }
    svg.append("</svg>\n");
  }

  /** The id of a marker; markers of different plots in a report with the same id look the same. */
  private String id(int group) {
    return "m" + group + "r" + Math.round(radius * 100);
  }

  private void append(ScatterPlot.Panel panel, double left) {
    if (!panel.title().isEmpty()) {
      text(left, top - 8, " fill=\"#5b6168\"", panel.title());
    }
    svg.append("<svg");
    svg.append(target == Target.PAGE ? " class=\"panel\"" : "");
    attribute("x", left);
    attribute("y", top);
    attribute("width", side);
    attribute("height", side);
    svg.append(">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\" stroke=\"#c9cdd1\"/>\n");
    double[][] pixels = pixels(panel.points());
    links(pixels);
    svg.append("<g opacity=\".85\">\n");
    // In random order, so that no group covers another one.
    List<Integer> order = new ArrayList<>(IntStream.range(0, plot.items().size()).boxed().toList());
    Collections.shuffle(order, new Random(0));
    for (int item : order) {
      point(item, pixels[0][item], pixels[1][item]);
    }
    svg.append("</g>\n</svg>\n");
  }

  /** Returns the pixels of points, {@code [2, points]}, centred, with one scale for both axes. */
  private double[][] pixels(Points points) {
    double[] x = IntStream.range(0, points.size()).mapToDouble(points::x).toArray();
    double[] y = IntStream.range(0, points.size()).mapToDouble(points::y).toArray();
    double[] middles = {middle(x), middle(y)};
    double span = Math.max(span(x), span(y));
    double scale = span > 0 ? (side - 2 * PADDING) / span : 0;
    double[][] pixels = new double[2][points.size()];
    for (int i = 0; i < points.size(); i++) {
      pixels[0][i] = side / 2 + (x[i] - middles[0]) * scale;
      pixels[1][i] = side / 2 - (y[i] - middles[1]) * scale;
    }
    return pixels;
  }

  private static double middle(double[] values) {
    var statistics = Arrays.stream(values).summaryStatistics();
    return (statistics.getMin() + statistics.getMax()) / 2;
  }

  private static double span(double[] values) {
    var statistics = Arrays.stream(values).summaryStatistics();
    return values.length == 0 ? 0 : statistics.getMax() - statistics.getMin();
  }

  private void links(double[][] pixels) {
    if (plot.links().isEmpty()) {
      return;
    }
    double opacity = Math.clamp(60.0 / plot.links().size(), 0.08, 0.4);
    svg.append("<g stroke=\"#333\" stroke-width=\".7\" stroke-opacity=\"");
    svg.append(HtmlFragments.formatNumber(opacity)).append("\">\n");
    for (ScatterPlot.Link link : plot.links()) {
      svg.append("<line");
      if (target == Target.PAGE) {
        svg.append(" data-from=\"").append(link.from()).append("\" data-to=\"").append(link.to());
        svg.append('"');
      }
      attribute("x1", pixels[0][link.from()]);
      attribute("y1", pixels[1][link.from()]);
      attribute("x2", pixels[0][link.to()]);
      attribute("y2", pixels[1][link.to()]);
      svg.append("/>\n");
    }
    svg.append("</g>\n");
  }

  private void point(int index, double x, double y) {
    ScatterPlot.Item item = plot.items().get(index);
    int group = groupIndices.getOrDefault(item.group(), 0);
    svg.append("<use href=\"#").append(id(group)).append('"');
    if (target == Target.PAGE) {
      svg.append(" data-item=\"").append(index).append("\" data-group=\"").append(group);
      svg.append('"');
    }
    attribute("x", x);
    attribute("y", y);
    svg.append("><title>").append(HtmlFragments.escape(item.group())).append('\n');
    svg.append(HtmlFragments.escape(shortened(item.text()))).append("</title></use>\n");
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= MAX_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_TEXT)) + "…";
  }

  private void legendEntry(int group, double left, double y) {
    svg.append("<g transform=\"translate(").append(HtmlFragments.formatNumber(left)).append(' ');
    svg.append(HtmlFragments.formatNumber(y)).append(")\"");
    if (target == Target.PAGE) {
      svg.append(" class=\"entry\" data-group=\"").append(group);
      svg.append("\" role=\"button\" tabindex=\"0\" aria-pressed=\"true\"");
    }
    svg.append(">\n<g transform=\"translate(10 8)\">");
    Marker.of(group).append(svg, "", 5);
    svg.append("</g>");
    text(22, 12, "", groups.get(group));
    svg.append("</g>\n");
  }

  private void text(double x, double y, String attributes, String text) {
    svg.append("<text").append(attributes);
    attribute("x", x);
    attribute("y", y);
    svg.append('>').append(HtmlFragments.escape(text)).append("</text>\n");
  }

  private void attribute(String name, double value) {
    svg.append(' ')
        .append(name)
        .append("=\"")
        .append(HtmlFragments.formatNumber(value))
        .append('"');
  }
}
