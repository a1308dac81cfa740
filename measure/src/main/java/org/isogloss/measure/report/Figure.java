// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

/** A table or diagram of a report: HTML without scripts and external resources. */
public sealed interface Figure
    permits HtmlTable,
        HeatMap,
        BarChart,
        LineChart,
        ScatterPlot,
        RankingComparison,
        AttentionDiagram,
        BilingualTable {
  /**
   * The figure with its caption as an element of the body of an {@link HtmlReport}; all text is
   * escaped.
   */
  String html();
}
