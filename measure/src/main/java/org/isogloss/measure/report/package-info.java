// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Reports and diagrams as HTML and SVG files that need no other files.
 *
 * <p>{@link HtmlReport} assembles headings, paragraphs and figures, without scripts, and writes one
 * file. A {@link Figure} is an {@link HtmlTable}, {@link HeatMap}, {@link BarChart}, {@link
 * LineChart}, {@link ScatterPlot}, {@link RankingComparison} or {@link AttentionDiagram}. {@link
 * ScatterPlotPage} is a page of one plot with a script, to explore it. {@link HtmlFragments},
 * {@link ChartSvg} and {@link Axis} are shared by the figures. All text is escaped. Begin with
 * {@link HtmlReport}.
 */
package org.isogloss.measure.report;
