// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;

/** The name of a field in a {@link Facet} or a {@link SortKey}, with or without quotation marks. */
final class FieldName {
  private static final Pattern QUOTED =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"", Pattern.DOTALL);
  private static final Pattern NEEDS_QUOTES = Pattern.compile("[\\s\",\\\\]");

  private FieldName() {}

  /**
   * Checks the length of what contains a name.
   *
   * @throws IsoglossException if it is too long
   */
  static void requireShort(String kind, String text, int max) {
    if (text.length() > max) {
      throw new IsoglossException(
          "a " + kind + " has " + text.length() + " characters, expected at most " + max);
    }
  }

  static boolean isQuoted(String text) {
    return QUOTED.matcher(text).matches();
  }

  /** Returns a name without its quotation marks; {@code \} precedes those inside of it. */
  static String unquoted(String text) {
    return isQuoted(text) ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1") : text;
  }

  /** Returns a name in quotation marks, if it needs them. */
  static String quoted(String name) {
    return NEEDS_QUOTES.matcher(name).find()
        ? '"' + name.replaceAll("[\\\\\"]", "\\\\$0") + '"'
        : name;
  }
}
