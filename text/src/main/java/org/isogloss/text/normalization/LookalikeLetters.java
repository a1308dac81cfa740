// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.normalization;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Words in Cyrillic letters that look like Latin ones, and words that mix both: what was typed with
 * the wrong keyboard layout or read by a scanner ("сор" and "cop", "Mосква" with a Latin M).
 */
public final class LookalikeLetters {
  private static final String CYRILLIC = "асеорхуіјѕһԁ";
  private static final String LATIN = "aceopxyijshd";
  private static final String CYRILLIC_CAPITALS = "АВСЕНКМОРТХУІЈЅ";
  private static final String LATIN_CAPITALS = "ABCEHKMOPTXYIJS";

  private static final Map<Integer, Integer> TO_LATIN = map(CYRILLIC, LATIN);
  private static final Map<Integer, Integer> TO_CYRILLIC =
      map(LATIN + LATIN_CAPITALS, CYRILLIC + CYRILLIC_CAPITALS);

  private LookalikeLetters() {}

  private static Map<Integer, Integer> map(String from, String to) {
    Map<Integer, Integer> map = new HashMap<>();
    for (int i = 0; i < from.length(); i++) {
      map.put((int) from.charAt(i), (int) to.charAt(i));
    }
    return Map.copyOf(map);
  }

  /** Whether a Cyrillic letter looks like a Latin one. */
  public static boolean looksLatin(char letter) {
    return CYRILLIC.indexOf(Character.toLowerCase(letter)) >= 0;
  }

  /**
   * Returns the other spelling of a word: in Latin letters, if it consists of Cyrillic letters that
   * look like them, or in Cyrillic letters, if it consists of both and its Latin letters look like
   * Cyrillic ones; otherwise empty.
   */
  public static Optional<String> spelling(String word) {
    boolean cyrillic = false;
    boolean latin = false;
    for (int i = 0; i < word.length(); i++) {
      Character.UnicodeScript script = Character.UnicodeScript.of(word.charAt(i));
      cyrillic |= script == Character.UnicodeScript.CYRILLIC;
      latin |= script == Character.UnicodeScript.LATIN;
    }
    if (!cyrillic) {
      return Optional.empty();
    }
    return latin
        ? replaced(word, TO_CYRILLIC, Character.UnicodeScript.LATIN)
        : replaced(word.toLowerCase(Locale.ROOT), TO_LATIN, Character.UnicodeScript.CYRILLIC);
  }

  /** Replaces the letters of a script; empty if one of them has no look-alike. */
  private static Optional<String> replaced(
      String word, Map<Integer, Integer> letters, Character.UnicodeScript script) {
    StringBuilder replaced = new StringBuilder(word.length());
    for (int i = 0; i < word.length(); i++) {
      int c = word.charAt(i);
      int other = letters.getOrDefault(c, c);
      if (other == c && Character.UnicodeScript.of(c) == script) {
        return Optional.empty();
      }
      replaced.append((char) other);
    }
    return Optional.of(replaced.toString());
  }
}
