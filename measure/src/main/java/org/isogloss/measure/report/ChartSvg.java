// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.List;

/** SVG elements that bar charts and line charts share. */
final class ChartSvg {
  private ChartSvg() {}

  static StringBuilder open(double width, double height, String title) {
    return new StringBuilder("<svg class=\"chart\" role=\"img\" viewBox=\"0 0 ")
        .append(HtmlFragments.formatNumber(width))
        .append(' ')
        .append(HtmlFragments.formatNumber(height))
        .append("\" aria-label=\"")
        .append(HtmlFragments.escape(title))
        .append("\">\n");
  }

  static void line(StringBuilder svg, String style, double x1, double y1, double x2, double y2) {
    svg.append("<line class=\"").append(style);
    svg.append("\" x1=\"")
        .append(HtmlFragments.formatNumber(x1))
        .append("\" y1=\"")
        .append(HtmlFragments.formatNumber(y1));
    svg.append("\" x2=\"")
        .append(HtmlFragments.formatNumber(x2))
        .append("\" y2=\"")
        .append(HtmlFragments.formatNumber(y2));
    svg.append("\"/>\n");
  }

  /** Appends text; an empty style is the default style. */
  static void text(
      StringBuilder svg, String style, double x, double y, String anchor, String text) {
    svg.append("<text").append(style.isEmpty() ? "" : " class=\"" + style + "\"");
    svg.append(" x=\"")
        .append(HtmlFragments.formatNumber(x))
        .append("\" y=\"")
        .append(HtmlFragments.formatNumber(y));
    svg.append("\" text-anchor=\"").append(anchor).append("\">");
    svg.append(HtmlFragments.escape(text)).append("</text>\n");
  }

  /** The legend of a bar chart; empty for a single series. */
  static String barLegend(List<String> names) {
    return legend(names, "<rect class=\"f%d\" width=\"24\" height=\"12\"/>");
  }

  /** The legend of a line chart; empty for a single series. */
  static String lineLegend(List<String> names) {
    return legend(names, "<path class=\"l%d\" d=\"M0 6H28\"/>");
  }

  private static String legend(List<String> names, String sample) {
    if (names.size() < 2) {
      return "";
    }
    StringBuilder html = new StringBuilder("<ul class=\"legend\">");
    for (int i = 0; i < names.size(); i++) {
      html.append("<li><svg viewBox=\"0 0 28 12\" aria-hidden=\"true\">");
      html.append(sample.replace("%d", Integer.toString(i))).append("</svg>");
      html.append(HtmlFragments.escape(names.get(i))).append("</li>");
    }
    return html.append("</ul>\n").toString();
  }
}
