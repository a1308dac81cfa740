// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.text;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Text operations with the definitions of Unicode, as Python implements them, in which the
 * reference scripts of measures are written. Those of {@link String} differ: {@code strip} keeps
 * no-break spaces, and {@code toLowerCase} recognises a final sigma by word boundaries of its own.
 */
public final class UnicodeText {
  /**
   * Case-ignorable characters by their word break property (MidLetter, MidNumLet, Single_Quote).
   */
  private static final String WORD_MIDDLES =
      "'.:\u00b7\u0387\u055f\u05f4\u2018\u2019\u2024\u2027"
          + "\ufe13\ufe52\ufe55\uff07\uff0e\uff1a";

  private UnicodeText() {}

  /** Whether a character is white space or a separator of lines, words or information. */
  public static boolean isSpace(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
  }

  /** Removes white space at both ends. */
  public static String strip(String text) {
    int start = 0;
    while (start < text.length() && isSpace(text.charAt(start))) {
      start++;
    }
    return stripTrailing(text.substring(start));
  }

  /** Removes white space at the end. */
  public static String stripTrailing(String text) {
    int end = text.length();
    while (end > 0 && isSpace(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  /** Whether a character has a category of punctuation; symbols such as $ and + have none. */
  public static boolean isPunctuation(int c) {
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /** Puts a space before and after each of some characters, which makes each a word of its own. */
  public static String surround(String text, IntPredicate separated) {
    StringBuilder line = new StringBuilder(2 * text.length());
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      if (separated.test(c)) {
        line.append(' ').appendCodePoint(c).append(' ');
      } else {
        line.appendCodePoint(c);
      }
    }
    return line.toString();
  }

  /** Splits a text at white space. */
  public static List<String> words(CharSequence text) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || isSpace(text.charAt(i))) {
        if (i > start) {
          words.add(text.subSequence(start, i).toString());
        }
        start = i + 1;
      }
    }
    return words;
  }

  /** Converts a text to lower case, with the full mapping of Unicode and no language. */
  public static String lowercase(String text) {
    StringBuilder lower = new StringBuilder(text.length());
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = text.codePointAt(i);
      switch (c) {
        case 'İ' -> lower.append("i\u0307");
        case 'Σ' -> lower.append(isFinalSigma(text, i) ? 'ς' : 'σ');
        default -> lower.appendCodePoint(Character.toLowerCase(c));
      }
    }
    return lower.toString();
  }

  /** The condition Final_Sigma (Unicode Standard, section 3.13). */
  private static boolean isFinalSigma(String text, int sigma) {
    int before = sigma;
    while (before > 0 && isCaseIgnorable(text.codePointBefore(before))) {
      before -= Character.charCount(text.codePointBefore(before));
    }
    if (before == 0 || !isCased(text.codePointBefore(before))) {
      return false;
    }
    int after = sigma + 1;
    while (after < text.length() && isCaseIgnorable(text.codePointAt(after))) {
      after += Character.charCount(text.codePointAt(after));
    }
    return after == text.length() || !isCased(text.codePointAt(after));
  }

  private static boolean isCased(int c) {
    return Character.isLowerCase(c) || Character.isUpperCase(c) || Character.isTitleCase(c);
  }

  private static boolean isCaseIgnorable(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.MODIFIER_LETTER,
          Character.MODIFIER_SYMBOL ->
          true;
      default -> WORD_MIDDLES.indexOf(c) >= 0;
    };
  }
}
