// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

/**
 * Distinguishes text in an encoding of Western European languages (windows-1252, ISO-8859-1) from
 * text in other encodings with bytes above 127. In the former, letters beyond ASCII stand alone or
 * in pairs, and signs such as § stand outside of words; in the latter, whole words consist of such
 * bytes, or letters have the bytes of the signs.
 */
final class WesternText {
  /** The least number of such bytes in a row that no Western word has. */
  private static final int RUN = 4;

  /** The least number of different bytes in a run of letters, unlike one of dots or dashes. */
  private static final int DISTINCT = 3;

  /** The least number of bytes in runs by which a text is judged. */
  private static final int MIN_BYTES = 12;

  /** Signs that occur in Western words: soft hyphen, acute accent, middle dot, ordinals. */
  private static final String IN_WORDS = "\u00ad\u00b4\u00b7\u00aa\u00ba";

  private WesternText() {}

  /** Whether bytes that are not UTF-8 may be text in a Western encoding. */
  static boolean isPlausible(byte[] bytes) {
    int inRuns = 0;
    int alone = 0;
    int start = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i < bytes.length && isLetterElsewhere(bytes[i])) {
        continue;
      }
      int length = i - start;
      if (length >= RUN && hasDistinct(bytes, start, i)) {
        inRuns += length;
      } else if (length < RUN) {
        alone += length;
      }
      start = i + 1;
    }
    return (inRuns < MIN_BYTES || inRuns <= alone) && !hasKana(bytes) && !hasSignsInWords(bytes);
  }

  /** Whether a byte is part of a letter in most encodings other than Western ones. */
  private static boolean isLetterElsewhere(byte value) {
    return (value & 0xff) > 0xa0;
  }

  private static boolean hasDistinct(byte[] bytes, int from, int to) {
    boolean[] seen = new boolean[256];
    int distinct = 0;
    for (int i = from; i < to && distinct < DISTINCT; i++) {
      distinct += seen[bytes[i] & 0xff] ? 0 : 1;
      seen[bytes[i] & 0xff] = true;
    }
    return distinct >= DISTINCT;
  }

  /** Whether words contain bytes that are signs in Western encodings, and letters elsewhere. */
  private static boolean hasSignsInWords(byte[] bytes) {
    int found = 0;
    for (int i = 1; i + 1 < bytes.length; i++) {
      int sign = bytes[i] & 0xff;
      boolean isSign = sign > 0xa0 && sign < 0xc0 && IN_WORDS.indexOf(sign) < 0;
      found += isSign && isAsciiLetter(bytes[i - 1]) && isAsciiLetter(bytes[i + 1]) ? 1 : 0;
    }
    return found >= RUN;
  }

  private static boolean isAsciiLetter(byte value) {
    int lower = value | 0x20;
    return lower >= 'a' && lower <= 'z';
  }

  /** Whether bytes are probably kana in Shift_JIS, which are low quotation marks elsewhere. */
  private static boolean hasKana(byte[] bytes) {
    int pairs = 0;
    for (int i = 0; i + 1 < bytes.length; i++) {
      int first = bytes[i] & 0xff;
      pairs += first >= 0x81 && first <= 0x83 && bytes[i + 1] < 0 ? 1 : 0;
    }
    return pairs >= RUN;
  }
}
