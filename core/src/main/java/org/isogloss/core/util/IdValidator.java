// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import java.util.Locale;
import java.util.Optional;

/**
 * Checks the ids of documents and queries. Punctuation, the letters of all scripts and blanks
 * inside of an id are allowed; in runs and qrels, which separate columns by white space, {@link
 * EscapedIds} writes the blanks. Tabs, line ends and other control characters are not.
 */
public final class IdValidator {
  /** Maximum length of an id in UTF-16 units; a search index cannot store much longer ids. */
  public static final int MAX_LENGTH = 1000;

  private static final int EXCERPT = 60;

  private IdValidator() {}

  /**
   * Describes what is wrong with an id.
   *
   * @return a text such as {@code is empty: ...}, to be appended to the name of the field; empty if
   *     the id is allowed
   */
  public static Optional<String> findProblem(String id) {
    if (id.isBlank()) {
      return Optional.of("is empty: fill it in or remove the record");
    }
    if (id.length() > MAX_LENGTH) {
      return Optional.of(
          "is "
              + id.length()
              + " characters long, expected at most "
              + MAX_LENGTH
              + ": shorten "
              + quoted(id));
    }
    if (isBlank(id.codePointAt(0)) || isBlank(id.codePointBefore(id.length()))) {
      return Optional.of(quoted(id) + " begins or ends with a blank: remove it");
    }
    for (int i = 0; i < id.length(); i += Character.charCount(id.codePointAt(i))) {
      int character = id.codePointAt(i);
      if (isForbiddenCharacter(character)) {
        return Optional.of(
            quoted(id)
                + " contains "
                + name(character)
                + ", which files of ids cannot contain: replace it, for instance by an underscore");
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a character is forbidden in an id: a control character, a line end, or an unpaired
   * surrogate, which is not a character.
   */
  public static boolean isForbiddenCharacter(int codePoint) {
    return Character.isISOControl(codePoint)
        || Character.getType(codePoint) == Character.LINE_SEPARATOR
        || Character.getType(codePoint) == Character.PARAGRAPH_SEPARATOR
        || Character.getType(codePoint) == Character.SURROGATE;
  }

  private static boolean isBlank(int codePoint) {
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }

  private static String name(int codePoint) {
    return switch (codePoint) {
      case '\t' -> "a tab";
      case '\n', '\r', '\u0085', '\u2028', '\u2029' -> "a line end";
      default -> String.format(Locale.ROOT, "the character U+%04X", codePoint);
    };
  }

  private static String quoted(String id) {
    boolean cut = id.length() > EXCERPT;
    return '"'
        + DisplayText.singleLine(cut ? id.substring(0, EXCERPT) : id)
        + (cut ? "...\"" : "\"");
  }
}
