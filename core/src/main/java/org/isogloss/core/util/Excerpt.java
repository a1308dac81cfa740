// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

/** Shortens text that was found in a file for use in a message. */
public final class Excerpt {
  private static final int MAX_LENGTH = 80;

  private Excerpt() {}

  /**
   * Returns the text in quotation marks, with control characters replaced, truncated to 80
   * characters.
   */
  public static String quote(String found) {
    return "\"" + unquoted(found) + "\"";
  }

  /** Returns the text as {@link #quote} does, but without quotation marks. */
  public static String unquoted(String found) {
    if (found.length() <= MAX_LENGTH) {
      return DisplayText.singleLine(found);
    }
    int end = Character.isHighSurrogate(found.charAt(MAX_LENGTH - 1)) ? MAX_LENGTH - 1 : MAX_LENGTH;
    return DisplayText.singleLine(found.substring(0, end)) + "...";
  }
}
