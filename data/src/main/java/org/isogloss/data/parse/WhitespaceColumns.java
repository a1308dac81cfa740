package org.isogloss.data.parse;

import java.util.Arrays;
import org.isogloss.core.IsoglossException;

/**
 * The columns of a line that are set apart by blanks and tabs, any number of them, as TREC's files
 * have them. Only ASCII white space parts columns: an ideographic space may stand in an id. Made
 * once for a file and filled with one line after the other.
 */
public final class WhitespaceColumns {
  private String line = "";
  private int[] bounds = new int[16];
  private int count;

  /**
   * Takes in a line.
   *
   * @return how many columns it has
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

  /** What stands in a column; {@code same} itself where it is equal, to spare memory. */
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
   * An id or tag, to be written as a column.
   *
   * @throws IsoglossException if it cannot stand in such a file
   */
  public static String requireWritable(String id) {
    if (!isWritable(id)) {
      throw new IsoglossException(
          "\""
              + id
              + "\" cannot be written: an id or tag here is not empty and holds no white space;"
              + " give it another name");
    }
    return id;
  }

  /** Whether an id can stand in such a file. */
  public static boolean isWritable(String id) {
    return !id.isEmpty() && id.chars().noneMatch(c -> isBlank((char) c) || c == 0);
  }
}
