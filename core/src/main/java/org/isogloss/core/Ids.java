package org.isogloss.core;

import java.util.Locale;
import java.util.Optional;

/**
 * What the id of a document or query may be. TREC's runs and qrels separate their columns by blanks
 * and tabs and their records by line ends, so an id with one of these could be indexed, but not
 * written to a run. Everything else is allowed: punctuation, any script, also an ideographic space.
 */
public final class Ids {
  /** The longest id, in UTF-16 units; a search index could not store much longer ones. */
  public static final int MAX_LENGTH = 1000;

  private static final int EXCERPT = 60;

  private Ids() {}

  /**
   * What is wrong with an id.
   *
   * @return such as {@code is empty: ...}, to stand after the name of the field; empty if the id is
   *     allowed
   */
  public static Optional<String> problem(String id) {
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
    for (int i = 0; i < id.length(); i++) {
      if (isForbidden(id.charAt(i))) {
        return Optional.of(
            quoted(id)
                + " holds "
                + name(id.charAt(i))
                + ", which runs and qrels cannot hold: replace it, for instance by an underscore");
      }
    }
    return Optional.empty();
  }

  /** Whether a character cannot be part of an id: ASCII white space, controls, line separators. */
  public static boolean isForbidden(char c) {
    return c == ' ' || Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }

  private static String name(char c) {
    return switch (c) {
      case ' ' -> "a blank";
      case '\t' -> "a tab";
      case '\n', '\r', '\u0085', '\u2028', '\u2029' -> "a line end";
      default -> String.format(Locale.ROOT, "the control character U+%04X", (int) c);
    };
  }

  private static String quoted(String id) {
    boolean cut = id.length() > EXCERPT;
    return '"' + DisplayText.line(cut ? id.substring(0, EXCERPT) : id) + (cut ? "...\"" : "\"");
  }
}
