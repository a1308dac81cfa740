package org.isogloss.data;

import org.isogloss.core.IsoglossException;

/** Writes columns between tabs. */
final class Tsv {
  private Tsv() {}

  /**
   * Appends a text as a column. The format has no way to write a tab or a line end inside one: each
   * becomes a space.
   */
  static void appendText(String text, StringBuilder line) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
    }
  }

  /** An id as a column, which cannot be changed to fit. */
  static String id(String id) {
    if (id.indexOf('\t') >= 0 || id.indexOf('\n') >= 0 || id.indexOf('\r') >= 0) {
      throw new IsoglossException(
          "id "
              + Parsing.excerpt(id)
              + " holds a tab or a line end, which TSV cannot: write JSONL");
    }
    return id;
  }
}
