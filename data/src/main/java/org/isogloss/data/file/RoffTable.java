// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a table of roff's preprocessor tbl, between {@code .TS} and {@code .TE}: options up to a
 * semicolon, formats of columns up to a period, then rows, in which a block {@code T{ ... T}} is a
 * cell of several lines.
 */
final class RoffTable {
  private static final Pattern SEPARATOR = Pattern.compile("\\btab\\s*+\\((.)\\)");

  /** Lines of rules, and requests, which format. */
  private static final Pattern NO_ROW = Pattern.compile("[.'].*|[_=]\\s*+");

  private final Iterator<String> lines;
  private final List<String> rows = new ArrayList<>();
  private String separator = "\t";

  private RoffTable(Iterator<String> lines) {
    this.lines = lines;
  }

  /**
   * Reads the rest of a table after {@code .TS}.
   *
   * @return the rows, whose cells are separated by blanks
   */
  static List<String> rows(Iterator<String> lines) {
    RoffTable table = new RoffTable(lines);
    table.read();
    return table.rows;
  }

  private void read() {
    boolean inFormats = true;
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.startsWith(".TE")) {
        return;
      }
      if (line.startsWith(".T&")) {
        inFormats = true;
      } else if (inFormats) {
        Matcher option = SEPARATOR.matcher(line);
        separator = option.find() ? option.group(1) : separator;
        inFormats = !line.stripTrailing().endsWith(".");
      } else if (!NO_ROW.matcher(line).matches()) {
        rows.add(withBlocks(line).replace(separator, " ").strip());
      }
    }
  }

  /** A row with the lines of its blocks. */
  private String withBlocks(String first) {
    StringBuilder row = new StringBuilder(first);
    while (row.toString().stripTrailing().endsWith("T{") && lines.hasNext()) {
      row.setLength(row.lastIndexOf("T{"));
      String line = lines.next();
      while (!line.startsWith("T}") && !line.startsWith(".TE") && lines.hasNext()) {
        row.append(line.startsWith(".") ? "" : line).append(' ');
        line = lines.next();
      }
      row.append(line.startsWith("T}") ? line.substring(2) : "");
    }
    return row.toString();
  }
}
