// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.List;

/**
 * The mark of a group of points: a colour and a shape. The colours are those of Okabe and Ito
 * (2008), which people with any colour vision deficiency can distinguish; the style sheets of pages
 * replace them by lighter ones in dark mode. The first eight groups are circles, the next eight
 * triangles; 48 groups have different marks, further groups repeat them.
 *
 * @param number the number of the colour, from 0
 * @param shape a path around the origin, about as large as a circle of radius 1
 */
record Marker(int number, String shape) {
  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442", "#000000");

  /** Polygons with the area of the circle. */
  private static final List<String> SHAPES =
      List.of(
          "M-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z",
          "M0-1.5L1.3 .8H-1.3z",
          "M-.89-.89H.89V.89H-.89z",
          "M0-1.3L1.3 0 0 1.3-1.3 0z",
          "M0 1.5L-1.3-.8H1.3z",
          "M-.45-1.3H.45V-.45H1.3V.45H.45V1.3H-.45V.45H-1.3V-.45H-.45z");

  /** Returns the marker of a group, by its place in the legend. */
  static Marker of(int group) {
    return new Marker(group % COLOURS.size(), SHAPES.get(group / COLOURS.size() % SHAPES.size()));
  }

  /** Appends a path of a radius in pixels. */
  void append(StringBuilder svg, double radius) {
    svg.append("<path class=\"g").append(number).append("\" fill=\"").append(COLOURS.get(number));
    svg.append("\" stroke=\"#000\" stroke-opacity=\".4\" stroke-width=\"");
    svg.append(HtmlFragments.formatNumber(0.5 / radius)).append("\" transform=\"scale(");
    svg.append(HtmlFragments.formatNumber(radius)).append(")\" d=\"").append(shape);
    svg.append("\"/>\n");
  }
}
