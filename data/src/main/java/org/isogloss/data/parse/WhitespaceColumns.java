// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import java.util.Arrays;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.EscapedIds;

/**
 * Splits the lines of TREC files into columns separated by blanks and tabs. Only ASCII white space
 * separates columns. One instance is reused for all lines of a file.
 */
public final class WhitespaceColumns {
  private String line = "";
  private int[] bounds = new int[16];
  private int count;

  /**
   * Splits a line.
   *
   * @return the number of columns
   */
  public int split(String line) {
    this.line = line;
    count = 0;
    int length = line.length();
    int at = 0;
    while (true) {
      while (at < length && isBlank(line.charAt(at))) {
        at++;
      }
      if (at == length) {
        return count;
      }
      int from = at;
      while (at < length && !isBlank(line.charAt(at))) {
        at++;
      }
      if (2 * count == bounds.length) {
        bounds = Arrays.copyOf(bounds, 2 * bounds.length);
      }
      bounds[2 * count] = from;
      bounds[2 * count + 1] = at;
      count++;
    }
  }

  public String get(int column) {
    return line.substring(bounds[2 * column], bounds[2 * column + 1]);
  }

  /** The value of a column; returns {@code previous} itself if it is equal, to save memory. */
  public String get(int column, String previous) {
    return matches(column, previous) ? previous : get(column);
  }

  private boolean matches(int column, String text) {
    int from = bounds[2 * column];
    int length = bounds[2 * column + 1] - from;
    return text.length() == length && line.regionMatches(from, text, 0, length);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
  }

  /**
   * Returns an id as it is written as a column, with its blanks escaped.
   *
   * @throws IsoglossException if it is empty or contains a tab or a line end
   */
  public static String ofId(String id) {
    return requireWritable(EscapedIds.escape(id));
  }

  /**
   * Checks that an id or tag can be written as a column.
   *
   * @throws IsoglossException if it is empty or contains white space
   */
  public static String requireWritable(String id) {
    if (!isWritable(id)) {
      throw new IsoglossException(
          "\""
              + id
              + "\" cannot be written: an id or tag must not be empty or contain white space:"
              + " rename it");
    }
    return id;
  }

  /** Whether an id can be written as a column. */
  public static boolean isWritable(String id) {
    return !id.isEmpty() && id.chars().noneMatch(c -> isBlank((char) c) || c == 0);
  }
}
