// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.query;

import java.util.Set;

/** Kinds of characters in queries. */
final class Characters {
  /** Scripts in which a word may follow a mark without a space. */
  private static final Set<Character.UnicodeScript> WITHOUT_SPACES =
      Set.of(
          Character.UnicodeScript.HAN,
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA,
          Character.UnicodeScript.HANGUL,
          Character.UnicodeScript.THAI,
          Character.UnicodeScript.LAO,
          Character.UnicodeScript.KHMER,
          Character.UnicodeScript.MYANMAR);

  private Characters() {}

  /** Whether words of its script follow each other, or marks, without a space. */
  static boolean isWithoutSpaces(int character) {
    return WITHOUT_SPACES.contains(Character.UnicodeScript.of(character));
  }

  /**
   * Whether a character is white space of any script, or an invisible one, such as a mark of
   * direction.
   */
  static boolean isBlank(int character) {
    return Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || Character.getType(character) == Character.FORMAT;
  }

  /** Whether a text has a letter, a digit or a pictograph, which can be searched. */
  static boolean hasWord(String text) {
    return text.codePoints()
        .anyMatch(c -> Character.isLetterOrDigit(c) || Character.isExtendedPictographic(c));
  }

  /** Returns the position of the next white space, or the end of the text. */
  static int endOfToken(String text, int start) {
    int end = start;
    while (end < text.length() && !isSpace(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  static boolean isSpace(int character) {
    return Character.isWhitespace(character) || Character.isSpaceChar(character);
  }
}
