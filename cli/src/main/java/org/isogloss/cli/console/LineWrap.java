// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import static java.util.stream.Collectors.joining;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.isogloss.core.Span;
import org.isogloss.measure.TextTable;

/** Breaks texts into lines of a terminal at the opportunities of their scripts. */
public final class LineWrap {
  private LineWrap() {}

  /**
   * Breaks a text into lines, which may end with blanks.
   *
   * @param width maximum number of columns of a line, on which a wide character takes two; only a
   *     word without an opportunity to break may be longer
   * @param maxLines the lines after these are left out
   */
  public static List<Span> lines(String text, int width, int maxLines) {
    BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
    breaks.setText(text);
    List<Span> lines = new ArrayList<>();
    int start = 0;
    int end = 0;
    for (int next = breaks.next(); next != BreakIterator.DONE; next = breaks.next()) {
      if (end > start && TextTable.width(text.substring(start, next).strip()) > width) {
        lines.add(new Span(start, end));
        start = end;
        if (lines.size() == maxLines) {
          return lines;
        }
      }
      end = next;
    }
    if (end > start || lines.isEmpty()) {
      lines.add(new Span(start, end));
    }
    return lines;
  }

  /** Breaks each line of a text into lines of at most {@code width} columns. */
  public static String wrap(String text, int width) {
    return text.lines()
        .flatMap(
            line ->
                lines(line, width, Integer.MAX_VALUE).stream()
                    .map(part -> part.coveredText(line).stripTrailing()))
        .collect(joining("\n"));
  }
}
