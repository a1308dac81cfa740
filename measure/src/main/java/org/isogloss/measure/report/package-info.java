// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * HTML reports without scripts or external files.
 *
 * <p>{@link HtmlReport} assembles headings, paragraphs and figures and writes one file. A {@link
 * Figure} is an {@link HtmlTable}, {@link HeatMap}, {@link BarChart}, {@link LineChart}, {@link
 * RankingComparison} or {@link AttentionDiagram}. {@link HtmlFragments}, {@link ChartSvg} and
 * {@link Axis} are shared by the figures. All text is escaped. Begin with {@link HtmlReport}.
 */
package org.isogloss.measure.report;
