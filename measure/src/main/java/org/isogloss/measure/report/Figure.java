package org.isogloss.measure.report;

/** A table or picture of a report: HTML without scripts that needs nothing from elsewhere. */
public sealed interface Figure
    permits HtmlTable, HeatMap, BarChart, LineChart, RankingComparison, AttentionDiagram {
  /**
   * The figure with its caption, all text escaped, to stand in the body of a {@link HtmlReport}.
   */
  String html();
}
