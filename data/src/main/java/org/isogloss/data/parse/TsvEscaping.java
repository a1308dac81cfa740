// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;

/** Writes tab-separated columns. */
public final class TsvEscaping {
  private TsvEscaping() {}

  /**
   * Appends a text as a column. The format cannot represent a tab or a line end inside a text: each
   * becomes a space.
   */
  public static void appendText(String text, StringBuilder line) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
    }
  }

  /** Checks that an id, which must not be altered, can be written as a column. */
  public static String requireWritable(String id) {
    if (id.indexOf('\t') >= 0 || id.indexOf('\n') >= 0 || id.indexOf('\r') >= 0) {
      throw new IsoglossException(
          "id "
              + Excerpt.quote(id)
              + " contains a tab or a line end, which TSV cannot represent: use JSONL");
    }
    return id;
  }
}
