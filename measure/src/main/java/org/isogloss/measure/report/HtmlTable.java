// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table of text. Columns that contain only numbers are right-aligned; a mark after a number, as
 * in {@code 92.4 *}, is placed outside of the alignment.
 */
public final class HtmlTable implements Figure {
  private static final String MARK = " *";

  private final String caption;
  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();

  /** Creates a table with the given column names. */
  public HtmlTable(String caption, List<String> header) {
    this.caption = caption;
    this.header = List.copyOf(header);
  }

  /**
   * Adds a row; the first cell is the name of the row.
   *
   * @throws IllegalArgumentException if the number of cells differs from the header
   */
  public HtmlTable row(List<String> cells) {
    if (cells.size() != header.size()) {
      throw new IllegalArgumentException(
          "row of " + cells.size() + " cells, expected " + header.size() + ": " + cells);
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  @Override
  public String html() {
    List<Boolean> numbers =
        IntStream.range(0, header.size())
            .mapToObj(
                column -> column > 0 && rows.stream().allMatch(row -> isNumber(row.get(column))))
            .toList();
    StringBuilder html = new StringBuilder("<table class=\"data\">\n<thead><tr>");
    for (int i = 0; i < header.size(); i++) {
      html.append("<th scope=\"col\"").append(numbers.get(i) ? " class=\"number\">" : ">");
      html.append(HtmlFragments.escape(header.get(i))).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : rows) {
      html.append("<tr><th scope=\"row\" dir=\"auto\">")
          .append(HtmlFragments.escape(row.getFirst()));
      html.append("</th>");
      for (int i = 1; i < row.size(); i++) {
        html.append(numbers.get(i) ? "<td class=\"number\">" : "<td dir=\"auto\">");
        html.append(numbers.get(i) ? number(row.get(i)) : HtmlFragments.escape(row.get(i)))
            .append("</td>");
      }
      html.append("</tr>\n");
    }
    String table = html.append("</tbody>\n</table>").toString();
    return HtmlFragments.figure(caption, HtmlFragments.scrolling(caption, table));
  }

  private static boolean isNumber(String cell) {
    return cell.isEmpty() || cell.matches("([-+]?[\\d.,]+( ?%)?|[-–])( \\*)?");
  }

  private static String number(String cell) {
    return cell.endsWith(MARK)
        ? HtmlFragments.escape(cell.substring(0, cell.length() - MARK.length()))
            + "<span class=\"mark\">*</span>"
        : HtmlFragments.escape(cell);
  }
}
