package org.isogloss.modelio.format;

import org.isogloss.core.util.DisplayText;

/** The beginning of what was found in a file, short enough for a message. */
public final class Excerpt {
  private static final int MAX_LENGTH = 80;

  private Excerpt() {}

  /** The text in quotation marks, control characters replaced, cut after 80 characters. */
  public static String quote(String found) {
    return "\"" + unquoted(found) + "\"";
  }

  /** The same without quotation marks. */
  public static String unquoted(String found) {
    return DisplayText.singleLine(
        found.length() > MAX_LENGTH ? found.substring(0, MAX_LENGTH) + "..." : found);
  }
}
