// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

/**
 * Makes text of unknown origin safe to display: ids, titles, texts, file names, model names.
 *
 * <p>Control characters move the cursor of a terminal, change its title or colours, or send its
 * contents back as keyboard input; bidirectional overrides and isolates display a text in a
 * misleading order. Each of them is replaced by one visible character, so offsets into the text
 * remain valid: the C0 controls and DEL by their control picture (ESC by U+241B), the C1 controls,
 * U+202A to U+202E and U+2066 to U+2069 by U+FFFD. Marks that writing systems need, such as U+200C,
 * U+200E and U+200F, are kept.
 *
 * <p>Use this for output that people read. Machine-readable formats have their own escapes.
 */
public final class DisplayText {
  private DisplayText() {}

  /**
   * Replaces unsafe characters; keeps tabs and line feeds, which are part of the layout of a text.
   */
  public static String of(String text) {
    StringBuilder safe = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char visible = of(c);
      if (visible != c && safe == null) {
        safe = new StringBuilder(text);
      }
      if (safe != null) {
        safe.setCharAt(i, visible);
      }
    }
    return safe == null ? text : safe.toString();
  }

  /**
   * Replaces unsafe characters, and tabs and line feeds by blanks, for text in a single line or
   * table cell.
   */
  public static String singleLine(String text) {
    return of(text.replace('\n', ' ').replace('\t', ' '));
  }

  /**
   * The visible form of a character, or the character itself if it is safe, a tab or a line feed.
   */
  public static char of(char c) {
    if (!isUnsafe(c)) {
      return c;
    }
    if (c < ' ') {
      return (char) (0x2400 + c);
    }
    return c == 0x7f ? '\u2421' : '\ufffd';
  }

  /**
   * Escapes the unsafe characters of a JSON document, as {@code \\u009b}. JSON writers escape only
   * the C0 controls. The characters can occur only inside strings, so the meaning of the document
   * does not change.
   *
   * @param json a document whose C0 controls are already escaped
   */
  public static String escapeJson(String json) {
    StringBuilder safe = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (c > '~' && isUnsafe(c)) {
        safe.append("\\u")
            .append(Character.forDigit(c >> 12, 16))
            .append(Character.forDigit(c >> 8 & 15, 16))
            .append(Character.forDigit(c >> 4 & 15, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  private static boolean isUnsafe(char c) {
    return (c < ' ' && c != '\n' && c != '\t')
        || (c >= 0x7f && c <= 0x9f)
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
