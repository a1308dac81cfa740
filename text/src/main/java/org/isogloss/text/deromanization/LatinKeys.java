// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.deromanization;

import com.ibm.icu.text.Transliterator;
import java.util.Locale;

/** The forms of romanized words by which they are looked up. */
final class LatinKeys {
  private static final ThreadLocal<Transliterator> TO_ASCII =
      ThreadLocal.withInitial(() -> Transliterator.getInstance("Latin-ASCII"));

  private LatinKeys() {}

  /** Returns the letters of a text in lower case, without marks and all other characters. */
  static String letters(String text) {
    String ascii = withoutMarks(text).toLowerCase(Locale.ROOT);
    if (isPlain(ascii)) {
      return ascii;
    }
    StringBuilder letters = new StringBuilder(ascii.length());
    ascii.chars().filter(LatinKeys::isPlain).forEach(c -> letters.append((char) c));
    return letters.toString();
  }

  /** Returns a text with its Latin letters in ASCII. */
  static String withoutMarks(String text) {
    return text.chars().allMatch(c -> c < 0x80) ? text : TO_ASCII.get().transliterate(text);
  }

  private static boolean isPlain(String text) {
    return text.chars().allMatch(LatinKeys::isPlain);
  }

  private static boolean isPlain(int c) {
    return c >= 'a' && c <= 'z';
  }

  /**
   * Returns what letters have in common with other spellings of the same sounds: {@code kh} and
   * {@code q} are {@code k}, {@code ch} and {@code tch} are {@code c}, a doubled letter is a single
   * one. Other words have the same key too, so it is for words that are not found by their letters.
   */
  static String sounds(String letters) {
    StringBuilder sounds = new StringBuilder(letters.length());
    for (int i = 0; i < letters.length(); i++) {
      char c = letters.charAt(i);
      char next = i + 1 < letters.length() ? letters.charAt(i + 1) : ' ';
      if (isSilent(letters, i)) {
        continue;
      }
      switch (c) {
        case 'x' -> append(sounds, "ks");
        case 'p' -> append(sounds, next == 'h' ? "f" : "p");
        case 'q' -> append(sounds, "k");
        case 'w' -> append(sounds, "v");
        case 'y', 'j' -> append(sounds, "i");
        default -> append(sounds, String.valueOf(c));
      }
    }
    return sounds.toString();
  }

  /**
   * Returns what is left of {@link #sounds} if voiced sounds are not distinguished from voiceless
   * ones, which some schemes write by the letter and others as they are spoken, and close vowels
   * not from open ones.
   */
  static String outline(String sounds) {
    StringBuilder outline = new StringBuilder(sounds.length());
    for (int i = 0; i < sounds.length(); i++) {
      switch (sounds.charAt(i)) {
        case 'd' -> append(outline, "t");
        case 'b' -> append(outline, "p");
        case 'g' -> append(outline, "k");
        case 'z' -> append(outline, "s");
        case 'e' -> append(outline, "i");
        case 'o' -> append(outline, "u");
        default -> append(outline, sounds.substring(i, i + 1));
      }
    }
    return outline.toString();
  }

  /** Whether a letter belongs to the one before, as in kh, or to those after, as in tch, sch. */
  private static boolean isSilent(String letters, int i) {
    return switch (letters.charAt(i)) {
      case 'h' -> i > 0 && "bcdgjklpqrstz".indexOf(letters.charAt(i - 1)) >= 0;
      case 's', 't' -> letters.startsWith("ch", i + 1);
      default -> false;
    };
  }

  private static void append(StringBuilder sounds, String letters) {
    for (int i = 0; i < letters.length(); i++) {
      char c = letters.charAt(i);
      if (sounds.isEmpty() || sounds.charAt(sounds.length() - 1) != c) {
        sounds.append(c);
      }
    }
  }
}
