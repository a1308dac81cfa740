package org.isogloss.data;

/** Writes columns between tabs. */
final class Tsv {
  private Tsv() {}

  /**
   * Appends a text as a column. The format has no way to write a tab or a line end inside one: each
   * becomes a space.
   */
  static void appendText(String text, StringBuilder line) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      line.append(c == '\t' || c == '\n' || c == '\r' ? ' ' : c);
    }
  }
}
