// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UScript;
import java.util.HashMap;
import java.util.Map;

/** Counts the letters of a text by script. */
final class ScriptCounts {
  /**
   * A letter of one of these scripts carries about as much information as several letters of an
   * alphabet.
   */
  private static final Map<Integer, Integer> WEIGHTS =
      Map.of(UScript.HAN, 3, UScript.HIRAGANA, 2, UScript.KATAKANA, 2, UScript.HANGUL, 2);

  private final Map<Integer, Integer> counts = new HashMap<>();

  ScriptCounts(String text) {
    text.codePoints()
        .filter(UCharacter::isUAlphabetic)
        .map(UScript::getScript)
        .filter(script -> script != UScript.COMMON && script != UScript.INHERITED)
        .forEach(script -> counts.merge(script, 1, Integer::sum));
  }

  int count(int script) {
    return counts.getOrDefault(script, 0);
  }

  int kanaCount() {
    return count(UScript.HIRAGANA) + count(UScript.KATAKANA);
  }

  /** The script of most of the text; {@link UScript#COMMON} if the text has no letters. */
  int dominantScript() {
    int dominant = UScript.COMMON;
    int maximum = 0;
    for (var entry : counts.entrySet()) {
      int weight = entry.getValue() * WEIGHTS.getOrDefault(entry.getKey(), 1);
      if (weight > maximum || (weight == maximum && entry.getKey() < dominant)) {
        dominant = entry.getKey();
        maximum = weight;
      }
    }
    return dominant;
  }
}
