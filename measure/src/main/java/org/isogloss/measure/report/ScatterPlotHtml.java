// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.List;

/**
 * A scatter plot as HTML: panels that are beside or below each other as the screen allows, and a
 * legend of text, so that it stays legible on a phone. Style sheets choose the colours.
 */
final class ScatterPlotHtml {
  /** Length of a side of a panel in pixels before the screen scales it. */
  private static final double SIDE = 560;

  /** Radius of a marker in the legend, and half the side of its picture, in pixels. */
  private static final double LEGEND_RADIUS = 5;

  private static final double LEGEND_HALF = 9;

  private ScatterPlotHtml() {}

  /**
   * Returns the plot.
   *
   * @param scripted whether a script lets the user hide groups and move panels
   */
  static String of(ScatterPlot plot, boolean scripted) {
    StringBuilder html = new StringBuilder("<div class=\"scatter\">\n<div class=\"panels\">\n");
    ScatterPanel drawing = new ScatterPanel(plot, SIDE, scripted);
    boolean first = true;
    for (ScatterPlot.Panel panel : plot.panels()) {
      String name = panel.title().isEmpty() ? plot.title() : panel.title();
      html.append("<div class=\"plot\">\n");
      if (!panel.title().isEmpty()) {
        html.append("<h2>").append(HtmlFragments.escape(panel.title())).append("</h2>\n");
      }
      html.append("<svg class=\"panel\" role=\"img\" aria-label=\"");
      html.append(HtmlFragments.escape(name)).append("\" viewBox=\"0 0 ");
      html.append(HtmlFragments.formatNumber(SIDE)).append(' ');
      html.append(HtmlFragments.formatNumber(SIDE)).append("\">\n");
      if (first) {
        drawing.appendMarkers(html);
        first = false;
      }
      drawing.append(html, panel);
      html.append("</svg>\n</div>\n");
    }
    html.append("</div>\n<ul class=\"groups\">\n");
    List<String> groups = plot.groups();
    for (int group = 0; group < groups.size(); group++) {
      legendEntry(html, group, groups.get(group), scripted);
    }
    return html.append("</ul>\n</div>\n").toString();
  }

  private static void legendEntry(StringBuilder html, int group, String name, boolean scripted) {
    String size = HtmlFragments.formatNumber(2 * LEGEND_HALF);
    String origin = HtmlFragments.formatNumber(-LEGEND_HALF);
    html.append("<li>");
    if (scripted) {
      html.append("<button type=\"button\" class=\"entry\" data-group=\"").append(group);
      html.append("\" aria-pressed=\"true\">");
    }
    html.append("<svg aria-hidden=\"true\" width=\"").append(size).append("\" height=\"");
    html.append(size).append("\" viewBox=\"").append(origin).append(' ').append(origin);
    html.append(' ').append(size).append(' ').append(size).append("\">");
    Marker.of(group).append(html, LEGEND_RADIUS);
    html.append("</svg><bdi>").append(HtmlFragments.escape(name)).append("</bdi>");
    html.append(scripted ? "</button></li>\n" : "</li>\n");
  }
}
