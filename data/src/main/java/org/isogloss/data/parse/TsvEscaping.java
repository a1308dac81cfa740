package org.isogloss.data.parse;

import org.isogloss.core.IsoglossException;

/** Writes columns between tabs. */
public final class TsvEscaping {
  private TsvEscaping() {}

  /**
   * Appends a text as a column. The format has no way to write a tab or a line end inside one: each
   * becomes a space.
   */
  public static void appendText(String text, StringBuilder line) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
    }
  }

  /** An id as a column, which cannot be changed to fit. */
  public static String requireWritable(String id) {
    if (id.indexOf('\t') >= 0 || id.indexOf('\n') >= 0 || id.indexOf('\r') >= 0) {
      throw new IsoglossException(
          "id "
              + FieldParsing.quotedExcerpt(id)
              + " holds a tab or a line end, which TSV cannot: write JSONL");
    }
    return id;
  }
}
