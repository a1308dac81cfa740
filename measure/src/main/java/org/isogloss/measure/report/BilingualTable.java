// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.report;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Language;
import org.isogloss.core.Span;

/** Sentences and their translations in two columns, in which words are marked. */
public final class BilingualTable implements Figure {
  /**
   * A text with marked words.
   *
   * @param marks positions of the words, in order, without overlaps
   */
  public record MarkedText(Language language, String text, List<Span> marks) {
    public MarkedText {
      requireNonNull(language, "language is null");
      requireNonNull(text, "text is null");
      marks = List.copyOf(marks);
    }
  }

  /**
   * A row.
   *
   * @param number what the first column shows, such as the number of the pair
   */
  public record Row(String number, MarkedText source, MarkedText target) {
    public Row {
      requireNonNull(number, "number is null");
      requireNonNull(source, "source is null");
      requireNonNull(target, "target is null");
    }
  }

  private final String caption;
  private final List<Row> rows;

  public BilingualTable(String caption, List<Row> rows) {
    this.caption = requireNonNull(caption, "caption is null");
    this.rows = List.copyOf(rows);
  }

  @Override
  public String html() {
    StringBuilder html = new StringBuilder("<table class=\"data\">\n<tbody>\n");
    for (Row row : rows) {
      html.append("<tr><th scope=\"row\">").append(HtmlFragments.escape(row.number()));
      html.append("</th>").append(cell(row.source())).append(cell(row.target()));
      html.append("</tr>\n");
    }
    html.append("</tbody>\n</table>\n");
    return HtmlFragments.figure(caption, HtmlFragments.scrolling(caption, html.toString()));
  }

  private static String cell(MarkedText text) {
    StringBuilder html =
        new StringBuilder("<td dir=\"auto\" lang=\"").append(text.language().tag()).append("\">");
    int end = 0;
    for (Span mark : text.marks()) {
      html.append(HtmlFragments.escape(text.text().substring(end, mark.start())));
      html.append("<mark class=\"for3\">");
      html.append(HtmlFragments.escape(mark.coveredText(text.text()))).append("</mark>");
      end = mark.end();
    }
    return html.append(HtmlFragments.escape(text.text().substring(end))).append("</td>").toString();
  }
}
