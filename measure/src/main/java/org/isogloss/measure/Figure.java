package org.isogloss.measure;

/** A table or picture of a report: HTML without scripts that needs nothing from elsewhere. */
public sealed interface Figure
    permits DataTable, HeatMap, BarChart, LineChart, RankingPair, AttentionPicture {
  /**
   * The figure with its caption, all text escaped, to stand in the body of a {@link HtmlReport}.
   */
  String html();
}
