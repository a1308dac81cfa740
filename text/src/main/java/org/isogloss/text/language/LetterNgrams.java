// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import java.util.Locale;
import java.util.function.LongConsumer;

/**
 * The letters of a text that belong to one group of scripts, in lower case and composed (NFC), and
 * the hash values of its n-grams. All other characters are boundaries of words; each word has a
 * space on both sides.
 */
final class LetterNgrams {
  /** N-grams have 1 to this number of characters, spaces included. */
  static final int MAX_ORDER = 5;

  /** Longer words, with their spaces, are no features of their own. */
  private static final int MAX_WORD = 20;

  /** The first combining mark. */
  private static final int FIRST_MARK = 0x300;

  private static final long PRIME = 0x100000001B3L;

  private final char[] letters;

  private LetterNgrams(char[] letters) {
    this.letters = letters;
  }

  /** Reads a text. */
  static LetterNgrams of(String text, int scriptGroup) {
    String normalized = Normalizer2.getNFCInstance().normalize(text).toLowerCase(Locale.ROOT);
    StringBuilder letters = new StringBuilder(normalized.length() + 2).append(' ');
    for (int i = 0; i < normalized.length(); ) {
      int codePoint = normalized.codePointAt(i);
      i += Character.charCount(codePoint);
      if (isLetter(codePoint, scriptGroup)) {
        letters.appendCodePoint(codePoint);
      } else if (letters.charAt(letters.length() - 1) != ' ') {
        letters.append(' ');
      }
    }
    if (letters.charAt(letters.length() - 1) != ' ') {
      letters.append(' ');
    }
    return new LetterNgrams(letters.toString().toCharArray());
  }

  private static boolean isLetter(int codePoint, int scriptGroup) {
    int group = ScriptGroup.of(codePoint);
    return group == scriptGroup
        || (group == ScriptGroup.NONE
            && codePoint >= FIRST_MARK
            && (UCharacter.isUAlphabetic(codePoint) || isMark(codePoint)));
  }

  private static boolean isMark(int codePoint) {
    int type = Character.getType(codePoint);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  /** The letters with spaces around words; a single space for a text without letters. */
  char[] letters() {
    return letters;
  }

  /** Passes the hash values of all n-grams of {@link #letters} in order. */
  void forEach(LongConsumer ngram) {
    forEach(letters, 0, letters.length, ngram);
  }

  /** Passes the hash values of the n-grams of {@link #letters} that have a number of characters. */
  void forEachOfOrder(int order, LongConsumer ngram) {
    for (int i = 0; i + order <= letters.length; i++) {
      long hash = 0;
      for (int j = i; j < i + order; j++) {
        hash = hash * PRIME + letters[j] + 1;
      }
      ngram.accept(mix(hash));
    }
  }

  /**
   * Passes the hash values of the n-grams of a part of letters that begin in it, in order: those of
   * up to {@value #MAX_ORDER} characters, and longer words.
   */
  static void forEach(char[] letters, int from, int to, LongConsumer ngram) {
    for (int i = from; i < to; i++) {
      long hash = 0;
      int end = Math.min(to, i + MAX_ORDER);
      for (int j = i; j < end; j++) {
        hash = hash * PRIME + letters[j] + 1;
        if (j > i || letters[j] != ' ') {
          ngram.accept(mix(hash));
        }
      }
      if (letters[i] == ' ') {
        word(letters, i, to, ngram);
      }
    }
  }

  /** Passes the word after a space, if it is longer than the n-grams. */
  private static void word(char[] letters, int space, int to, LongConsumer ngram) {
    long hash = ' ' + 1;
    int end = space + 1;
    while (end < to && letters[end] != ' ') {
      hash = hash * PRIME + letters[end++] + 1;
    }
    int length = end - space + 1;
    if (end < to && length > MAX_ORDER && length <= MAX_WORD) {
      ngram.accept(mix(hash * PRIME + ' ' + 1));
    }
  }

  private static long mix(long hash) {
    long mixed = hash * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 29);
  }
}
