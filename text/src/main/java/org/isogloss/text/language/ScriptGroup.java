// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UScript;
import java.util.HashMap;
import java.util.Map;

/**
 * Scripts whose languages are distinguished from each other: one script, or the Chinese characters
 * with kana and bopomofo, in which Japanese and Chinese are written. A group is named by the number
 * of a script in {@link UScript}.
 */
final class ScriptGroup {
  /** The group of a text without letters. */
  static final int NONE = UScript.COMMON;

  /**
   * A letter of these scripts counts as several letters. A Chinese character carries as much
   * information as several letters of an alphabet. Latin names and terms are common in texts of all
   * other scripts, so that a few letters of another script outweigh them.
   */
  private static final Map<Integer, Integer> WEIGHTS =
      Map.of(UScript.HAN, 10, UScript.HANGUL, 8, UScript.LATIN, 1);

  private static final int WEIGHT = 4;

  private ScriptGroup() {}

  /** Returns the group of a letter; {@link #NONE} for other characters and for shared letters. */
  static int of(int codePoint) {
    if (codePoint < 0x80) {
      return Character.isLetter(codePoint) ? UScript.LATIN : NONE;
    }
    if (!UCharacter.isUAlphabetic(codePoint)) {
      return NONE;
    }
    int script = UScript.getScript(codePoint);
    return switch (script) {
      case UScript.HIRAGANA, UScript.KATAKANA, UScript.BOPOMOFO -> UScript.HAN;
      case UScript.INHERITED -> NONE;
      default -> script;
    };
  }

  /** Returns the groups of a text with their weights; none for a text without letters. */
  static Map<Integer, Integer> weights(String text) {
    Map<Integer, Integer> weights = new HashMap<>();
    int previous = NONE;
    int count = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      int group = of(codePoint);
      if (group != NONE && group != previous) {
        add(weights, previous, count);
        previous = group;
        count = 0;
      }
      count += group == NONE ? 0 : 1;
    }
    add(weights, previous, count);
    return weights;
  }

  private static void add(Map<Integer, Integer> weights, int group, int letters) {
    if (letters > 0) {
      weights.merge(group, letters * WEIGHTS.getOrDefault(group, WEIGHT), Integer::sum);
    }
  }

  /** Returns the group of most of a text, {@link #NONE} if it has no letters. */
  static int dominant(String text) {
    return weights(text).entrySet().stream()
        .max(
            Map.Entry.<Integer, Integer>comparingByValue()
                .thenComparing(Map.Entry.<Integer, Integer>comparingByKey().reversed()))
        .map(Map.Entry::getKey)
        .orElse(NONE);
  }
}
