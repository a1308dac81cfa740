// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.core.util.DisplayText;

/**
 * A plain-text table for terminals and logs. Columns are separated by two blanks; the first is
 * left-aligned, the others are right-aligned. Wide characters occupy two columns of the terminal,
 * combining marks none. Cells are made safe to display, see {@link DisplayText}.
 */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();
  private final int columns;

  /** Creates a table with the given column names. */
  public TextTable(List<String> header) {
    columns = header.size();
    rows.add(List.copyOf(header));
  }

  /**
   * Adds a row.
   *
   * @throws IllegalArgumentException if the number of cells differs from the header
   */
  public TextTable row(List<String> cells) {
    if (cells.size() != columns) {
      throw new IllegalArgumentException(
          "row of " + cells.size() + " cells, expected " + columns + ": " + cells);
    }
    rows.add(cells.stream().map(DisplayText::singleLine).toList());
    return this;
  }

  /** Formats the table; every line has a line end. */
  @Override
  public String toString() {
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String padding = " ".repeat(widths[i] - width(row.get(i)));
        line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  /** The width of a text in columns of a terminal. */
  public static int width(String text) {
    return text.codePoints().map(TextTable::width).sum();
  }

  private static int width(int c) {
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    boolean wide =
        (c >= 0x1100 && c <= 0x115f)
            || (c >= 0x2e80 && c <= 0xa4cf && c != 0x303f)
            || (c >= 0xac00 && c <= 0xd7a3)
            || (c >= 0xf900 && c <= 0xfaff)
            || (c >= 0xfe30 && c <= 0xfe6f)
            || (c >= 0xff00 && c <= 0xff60)
            || (c >= 0xffe0 && c <= 0xffe6)
            || (c >= 0x1f300 && c <= 0x1faff)
            || (c >= 0x20000 && c <= 0x3fffd);
    return wide ? 2 : 1;
  }
}
