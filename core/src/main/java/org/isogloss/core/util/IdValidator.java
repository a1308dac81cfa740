package org.isogloss.core.util;

import java.util.Locale;
import java.util.Optional;

/**
 * What the id of a document or query may be. TREC's runs and qrels separate their columns by white
 * space, of which some evaluation tools know all kinds of Unicode, and their records by line ends,
 * so an id with one of these could be indexed, but not written to a run. Punctuation and the
 * letters of all scripts are allowed.
 */
public final class IdValidator {
  /** The longest id, in UTF-16 units; a search index could not store much longer ones. */
  public static final int MAX_LENGTH = 1000;

  private static final int EXCERPT = 60;

  private IdValidator() {}

  /**
   * What is wrong with an id.
   *
   * @return such as {@code is empty: ...}, to stand after the name of the field; empty if the id is
   *     allowed
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
    for (int i = 0; i < id.length(); i += Character.charCount(id.codePointAt(i))) {
      int character = id.codePointAt(i);
      if (isForbiddenCharacter(character)) {
        return Optional.of(
            quoted(id)
                + " holds "
                + name(character)
                + ", which runs and qrels cannot hold: replace it, for instance by an underscore");
      }
    }
    return Optional.empty();
  }

  /**
   * Whether a character cannot be part of an id: white space, controls, and half of a surrogate
   * pair, which is no character.
   */
  public static boolean isForbiddenCharacter(int codePoint) {
    return Character.isWhitespace(codePoint)
        || Character.isSpaceChar(codePoint)
        || Character.isISOControl(codePoint)
        || Character.getType(codePoint) == Character.SURROGATE;
  }

  private static String name(int codePoint) {
    return switch (codePoint) {
      case ' ' -> "a blank";
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
