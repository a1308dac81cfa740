package org.isogloss.model;

import org.isogloss.core.DisplayText;

/** The beginning of what was found in a file, short enough for a message. */
final class Excerpt {
  private static final int LONGEST = 80;

  private Excerpt() {}

  /** The text in quotation marks, control characters replaced, cut after 80 characters. */
  static String of(String found) {
    return "\"" + unquoted(found) + "\"";
  }

  /** The same without quotation marks. */
  static String unquoted(String found) {
    return DisplayText.line(found.length() > LONGEST ? found.substring(0, LONGEST) + "..." : found);
  }
}
