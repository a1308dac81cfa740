// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;

/**
 * The name of a field in a {@link Facet}, a {@link SortKey} or a list that is separated by commas.
 * A name that could be misunderstood is in quotation marks, in which {@code \} precedes quotation
 * marks and itself.
 */
public final class FieldName {
  private static final Pattern QUOTED =
      Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"", Pattern.DOTALL);
  private static final Pattern NEEDS_QUOTES = Pattern.compile("[\\s\",\\\\]");

  /** An element of a list, in which commas in quotation marks are no separators. */
  private static final Pattern ELEMENT =
      Pattern.compile("(?:\"(?:[^\"\\\\]|\\\\.)*+\"|[^,])*+", Pattern.DOTALL);

  private FieldName() {}

  /** Splits a list at its commas, except those in quotation marks, which remain. */
  public static List<String> split(String list) {
    List<String> elements = new ArrayList<>();
    Matcher element = ELEMENT.matcher(list);
    for (int start = 0; start <= list.length(); start = element.end() + 1) {
      element.region(start, list.length()).lookingAt(); // The empty text matches, too.
      elements.add(element.group().strip());
    }
    return elements;
  }

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
  public static String unquoted(String text) {
    return isQuoted(text) ? text.substring(1, text.length() - 1).replaceAll("\\\\(.)", "$1") : text;
  }

  /** Returns a name in quotation marks, if it needs them. */
  public static String quoted(String name) {
    return NEEDS_QUOTES.matcher(name).find()
        ? '"' + name.replaceAll("[\\\\\"]", "\\\\$0") + '"'
        : name;
  }
}
