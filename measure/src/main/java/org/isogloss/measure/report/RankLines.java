// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Two rankings as lists of titles, with a line between the places of each hit that both have. Rows
 * have a fixed height, so that the lines meet them on every screen.
 */
final class RankLines {
  /** Height of a row, which the style sheet repeats as {@code --row}. */
  private static final double ROW = 2.25;

  /** Maximum number of characters of a title; the screen cuts it further. */
  private static final int MAX_TITLE = 120;

  private RankLines() {}

  static String of(RankingComparison.Column left, RankingComparison.Column right) {
    StringBuilder html = new StringBuilder("<div class=\"ranks\" aria-hidden=\"true\">\n");
    titles(html, left);
    int rows = Math.max(left.entries().size(), right.entries().size());
    String height = HtmlFragments.formatNumber(ROW * rows);
    html.append("<svg viewBox=\"0 0 10 ").append(HtmlFragments.formatNumber(10.0 * rows));
    html.append("\" preserveAspectRatio=\"none\" style=\"height:").append(height);
    html.append("rem\">\n");
    int rank = 0;
    for (RankingComparison.Entry entry : left.entries()) {
      rank++;
      int other = entry.otherRank().orElse(Integer.MAX_VALUE);
      if (other <= right.entries().size()) {
        html.append(line(rank, other));
      }
    }
    html.append("</svg>\n");
    titles(html, right);
    return html.append("</div>\n").toString();
  }

  private static String line(int left, int right) {
    String kind = right < left ? "won" : right > left ? "lost" : "same";
    return String.format(
        Locale.ROOT,
        "<line class=\"%s\" x1=\"0\" y1=\"%d\" x2=\"10\" y2=\"%d\"/>%n",
        kind,
        10 * left - 5,
        10 * right - 5);
  }

  private static void titles(StringBuilder html, RankingComparison.Column column) {
    html.append("<ol>\n");
    int rank = 0;
    for (RankingComparison.Entry entry : column.entries()) {
      html.append("<li><b>").append(++rank).append("</b> <span dir=\"auto\" lang=\"");
      html.append(entry.language().tag()).append("\">");
      html.append(HtmlFragments.escape(title(entry))).append("</span></li>\n");
    }
    html.append("</ol>\n");
  }

  private static String title(RankingComparison.Entry entry) {
    List<RankingComparison.TextSegment> segments =
        entry.title().isEmpty() ? entry.text() : entry.title();
    String text =
        segments.stream().map(RankingComparison.TextSegment::text).collect(Collectors.joining());
    String shown = text.isBlank() ? entry.name() : text.strip();
    int characters = Math.min(MAX_TITLE, shown.codePointCount(0, shown.length()));
    return shown.substring(0, shown.offsetByCodePoints(0, characters));
  }
}
