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

/** Draws the panels of a scatter plot: links and points in a square, as elements of SVG. */
final class ScatterPanel {
  private static final double PADDING = 14;
  private static final int MAX_TEXT = 300;

  private final ScatterPlot plot;
  private final double side;
  private final double radius;
  private final boolean scripted;
  private final Map<String, Integer> groupIndices = new HashMap<>();

  /**
   * @param side length of a side in pixels
   * @param scripted whether a script reads the indices of items from {@code data} attributes
   */
  ScatterPanel(ScatterPlot plot, double side, boolean scripted) {
    this.plot = plot;
    this.side = side;
    this.scripted = scripted;
    plot.groups().forEach(group -> groupIndices.put(group, groupIndices.size()));
    // Points cover about a tenth of the panel, within bounds.
    this.radius = Math.clamp(side * Math.sqrt(0.03 / Math.max(1, plot.items().size())), 1.3, 4.5);
  }

  /** Appends the markers, to which the points refer. */
  void appendMarkers(StringBuilder svg) {
    svg.append("<defs>\n");
    for (int group = 0; group < groupIndices.size(); group++) {
      svg.append("<g id=\"").append(id(group)).append("\" class=\"marker\">");
      Marker.of(group).append(svg, radius);
      svg.append("</g>\n");
    }
    svg.append("</defs>\n");
  }

  /** The id of a marker; markers of different plots in a report with the same id look the same. */
  private String id(int group) {
    return "m" + group + "r" + Math.round(radius * 100);
  }

  /** Appends the background, the links and the points of a panel. */
  void append(StringBuilder svg, ScatterPlot.Panel panel) {
    svg.append("<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"");
    svg.append(" stroke=\"#c9cdd1\"/>\n");
    double[][] pixels = pixels(panel.points());
    links(svg, pixels);
    svg.append("<g opacity=\".85\">\n");
    // In random order, so that no group covers another one.
    List<Integer> order = new ArrayList<>(IntStream.range(0, plot.items().size()).boxed().toList());
    Collections.shuffle(order, new Random(0));
    for (int item : order) {
      point(svg, item, pixels[0][item], pixels[1][item]);
    }
    svg.append("</g>\n");
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

  private void links(StringBuilder svg, double[][] pixels) {
    if (plot.links().isEmpty()) {
      return;
    }
    double opacity = Math.clamp(60.0 / plot.links().size(), 0.08, 0.4);
    svg.append("<g class=\"links\" stroke=\"#333\" stroke-width=\".7\" stroke-opacity=\"");
    svg.append(HtmlFragments.formatNumber(opacity)).append("\">\n");
    for (ScatterPlot.Link link : plot.links()) {
      svg.append("<line");
      if (scripted) {
        svg.append(" data-from=\"").append(link.from()).append("\" data-to=\"").append(link.to());
        svg.append('"');
      }
      HtmlFragments.attribute(svg, "x1", pixels[0][link.from()]);
      HtmlFragments.attribute(svg, "y1", pixels[1][link.from()]);
      HtmlFragments.attribute(svg, "x2", pixels[0][link.to()]);
      HtmlFragments.attribute(svg, "y2", pixels[1][link.to()]);
      svg.append("/>\n");
    }
    svg.append("</g>\n");
  }

  private void point(StringBuilder svg, int index, double x, double y) {
    ScatterPlot.Item item = plot.items().get(index);
    int group = groupIndices.get(item.group());
    svg.append("<use href=\"#").append(id(group)).append('"');
    if (scripted) {
      svg.append(" data-item=\"").append(index).append("\" data-group=\"").append(group);
      svg.append('"');
    }
    HtmlFragments.attribute(svg, "x", x);
    HtmlFragments.attribute(svg, "y", y);
    svg.append("><title>").append(HtmlFragments.escape(item.group())).append('\n');
    svg.append(HtmlFragments.escape(shortened(item.text()))).append("</title></use>\n");
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= MAX_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_TEXT)) + "…";
  }
}
