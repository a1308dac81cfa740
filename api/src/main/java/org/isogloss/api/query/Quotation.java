// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.query;

import java.util.Map;
import java.util.Optional;

/**
 * A text in quotation marks, those of any language.
 *
 * @param text the text between the marks
 * @param end the position after the closing mark
 */
record Quotation(String text, int end) {
  /** Closing marks by opening mark. */
  private static final Map<Integer, String> MARKS =
      Map.ofEntries(
          Map.entry((int) '"', "\"”“"),
          Map.entry((int) '“', "”\""),
          Map.entry((int) '”', "”\""),
          Map.entry((int) '„', "“”\""),
          Map.entry((int) '‟', "”\""),
          Map.entry((int) '«', "»"),
          Map.entry((int) '»', "«"),
          Map.entry((int) '‹', "›"),
          Map.entry((int) '›', "‹"),
          Map.entry((int) '״', "״"),
          Map.entry((int) '＂', "＂"),
          Map.entry((int) '〝', "〞〟"),
          Map.entry((int) '「', "」"),
          Map.entry((int) '『', "』"),
          Map.entry((int) '｢', "｣"));

  /** Maximum number of characters; a longer text is not the phrase of a query. */
  private static final int MAX_LENGTH = 1_000;

  /** Marks that are not written in words, so that a text in them begins anywhere. */
  private static final String BRACKETS = "「『｢〝";

  /**
   * Returns the quotation that begins at a position; empty if there is none, it is not closed, or
   * nothing in it can be searched.
   */
  static Optional<Quotation> at(String text, int start) {
    if (start >= text.length() || !MARKS.containsKey((int) text.charAt(start))) {
      return Optional.empty();
    }
    String closing = MARKS.get((int) text.charAt(start));
    int limit = Math.min(text.length(), start + 1 + MAX_LENGTH);
    for (int end = start + 1; end < limit; end++) {
      if (closing.indexOf(text.charAt(end)) >= 0 && closes(text, end)) {
        String quoted = text.substring(start + 1, end).strip();
        return Characters.hasWord(quoted)
            ? Optional.of(new Quotation(quoted, end + 1))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a mark may open a quotation after the character before it: not within a word such as
   * the Hebrew צה"ל or after a number such as 5".
   */
  static boolean mayOpen(String text, int start) {
    if (start == 0 || BRACKETS.indexOf(text.charAt(start)) >= 0) {
      return true;
    }
    int before = text.codePointBefore(start);
    return !Character.isLetterOrDigit(before) || Characters.isWithoutSpaces(before);
  }

  /** Whether a mark ends a quotation: a straight one may be part of a word. */
  private static boolean closes(String text, int end) {
    char mark = text.charAt(end);
    if ((mark != '"' && mark != '״') || end + 1 == text.length()) {
      return true;
    }
    int after = text.codePointAt(end + 1);
    return !Character.isLetterOrDigit(after) || Characters.isWithoutSpaces(after);
  }
}
