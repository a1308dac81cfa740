// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.List;

/** A scatter plot as a picture of its own: the SVG element with title, panels and legend. */
final class ScatterPlotSvg {
  private static final double MARGIN = 12;
  private static final double SINGLE_PANEL = 640;
  private static final double PANEL = 470;
  private static final double TITLE = 30;
  private static final double PANEL_TITLE = 22;
  private static final double LEGEND_ROW = 20;
  private static final double LEGEND_RADIUS = 5;

  private final ScatterPlot plot;
  private final List<String> groups;
  private final double side;
  private final double top;
  private final StringBuilder svg = new StringBuilder();

  ScatterPlotSvg(ScatterPlot plot) {
    this.plot = plot;
    this.groups = plot.groups();
    this.side = plot.panels().size() > 1 ? PANEL : SINGLE_PANEL;
    boolean panelTitles = plot.panels().stream().anyMatch(panel -> !panel.title().isEmpty());
    this.top = TITLE + (panelTitles ? PANEL_TITLE : 0) + MARGIN;
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
    svg.append("<svg role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"");
    svg.append(" font-family=\"system-ui, sans-serif\" font-size=\"12\" fill=\"#1d2023\"");
    HtmlFragments.attribute(svg, "width", width);
    HtmlFragments.attribute(svg, "height", height);
    svg.append(" viewBox=\"0 0 ").append(HtmlFragments.formatNumber(width)).append(' ');
    svg.append(HtmlFragments.formatNumber(height)).append("\" aria-label=\"");
    svg.append(HtmlFragments.escape(plot.title())).append("\">\n");
    svg.append("<title>").append(HtmlFragments.escape(plot.title())).append("</title>\n");
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    ScatterPanel drawing = new ScatterPanel(plot, side, /* scripted= */ false);
    drawing.appendMarkers(svg);
    text(MARGIN, 24, " font-size=\"15\" font-weight=\"600\"", plot.title());
    for (int i = 0; i < plot.panels().size(); i++) {
      append(drawing, plot.panels().get(i), MARGIN + i * (side + MARGIN));
    }
    for (int group = 0; group < groups.size(); group++) {
      int legendColumn = group / rows;
      legendEntry(group, legend + legendColumn * column, top + group % rows * LEGEND_ROW);
    }
    svg.append("</svg>\n");
  }

  private void append(ScatterPanel drawing, ScatterPlot.Panel panel, double left) {
    if (!panel.title().isEmpty()) {
      text(left, top - 8, " fill=\"#5b6168\"", panel.title());
    }
    svg.append("<svg");
    HtmlFragments.attribute(svg, "x", left);
    HtmlFragments.attribute(svg, "y", top);
    HtmlFragments.attribute(svg, "width", side);
    HtmlFragments.attribute(svg, "height", side);
    svg.append(">\n");
    drawing.append(svg, panel);
    svg.append("</svg>\n");
  }

  private void legendEntry(int group, double left, double y) {
    svg.append("<g transform=\"translate(").append(HtmlFragments.formatNumber(left)).append(' ');
    svg.append(HtmlFragments.formatNumber(y)).append(")\">\n<g transform=\"translate(10 8)\">");
    Marker.of(group).append(svg, LEGEND_RADIUS);
    svg.append("</g>");
    text(22, 12, "", groups.get(group));
    svg.append("</g>\n");
  }

  private void text(double x, double y, String attributes, String text) {
    svg.append("<text").append(attributes);
    HtmlFragments.attribute(svg, "x", x);
    HtmlFragments.attribute(svg, "y", y);
    svg.append('>').append(HtmlFragments.escape(text)).append("</text>\n");
  }
}
