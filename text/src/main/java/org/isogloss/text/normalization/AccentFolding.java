// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.normalization;

import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer2;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The spellings of a word by readers who type without accents: "Ha Noi", "Lodz", "Tromso" or
 * "Tromsoe".
 *
 * <p>Accents are the combining marks of Latin, Greek, Cyrillic and Hebrew letters; the vowel signs
 * of other scripts are not. Letters without a decomposition become the letters that they resemble.
 */
public final class AccentFolding {
  private static final Normalizer2 DECOMPOSITION = Normalizer2.getNFDInstance();
  private static final Normalizer2 COMPOSITION = Normalizer2.getNFCInstance();

  private static final Map<Character, String> LETTERS =
      Map.ofEntries(
          Map.entry('ø', "o"),
          Map.entry('Ø', "O"),
          Map.entry('ł', "l"),
          Map.entry('Ł', "L"),
          Map.entry('đ', "d"),
          Map.entry('Đ', "D"),
          Map.entry('ð', "d"),
          Map.entry('Ð', "D"),
          Map.entry('þ', "th"),
          Map.entry('Þ', "Th"),
          Map.entry('ħ', "h"),
          Map.entry('Ħ', "H"),
          Map.entry('ŧ', "t"),
          Map.entry('Ŧ', "T"),
          Map.entry('ŋ', "n"),
          Map.entry('Ŋ', "N"),
          Map.entry('ı', "i"),
          Map.entry('ə', "e"),
          Map.entry('Ə', "E"),
          Map.entry('æ', "ae"),
          Map.entry('Æ', "Ae"),
          Map.entry('œ', "oe"),
          Map.entry('Œ', "Oe"),
          Map.entry('ß', "ss"),
          Map.entry('ẞ', "SS"),
          Map.entry('ґ', "г"),
          Map.entry('Ґ', "Г"));

  /** The letters that Scandinavian languages also write as two. */
  private static final Map<Character, String> DIGRAPHS =
      Map.of(
          'å', "aa", 'Å', "Aa", 'ø', "oe", 'Ø', "Oe", 'ä', "ae", 'Ä', "Ae", 'ö', "oe", 'Ö', "Oe");

  private static final Set<String> DIGRAPH_LANGUAGES = Set.of("da", "nb", "nn", "no", "sv");

  /** Normalised letters with accents, and the accents of letters, have smaller code points. */
  private static final int END_OF_ACCENTS = 0x2000;

  private static final BitSet ACCENTED = accented();

  private AccentFolding() {}

  private static BitSet accented() {
    BitSet accented = new BitSet(END_OF_ACCENTS);
    for (char c = 0x80; c < END_OF_ACCENTS; c++) {
      int script = UScript.getScript(c);
      boolean mark = Character.getType(c) == Character.NON_SPACING_MARK;
      accented.set(
          c,
          mark
              ? script == UScript.INHERITED || hasAccents(script)
              : hasAccents(script)
                  && !withoutAccents(String.valueOf(c)).contentEquals(String.valueOf(c)));
    }
    return accented;
  }

  /**
   * Whether a character is an accent, or a letter with one: a word without such characters has no
   * other spelling.
   */
  public static boolean isAccented(char c) {
    return c < END_OF_ACCENTS && ACCENTED.get(c);
  }

  /**
   * Returns the other spellings of a word, without the word itself; empty if it has no accents.
   *
   * @param word a normalised word ({@link TextNormalizer}), in any case
   * @param code code of its language
   */
  public static Set<String> spellings(String word, String code) {
    if (isAscii(word)) {
      return Set.of();
    }
    Set<String> spellings = new LinkedHashSet<>();
    spellings.add(withoutAccents(word));
    if (DIGRAPH_LANGUAGES.contains(code)) {
      spellings.add(withoutAccents(withDigraphs(word)));
    }
    spellings.remove(word);
    return spellings;
  }

  private static boolean isAscii(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (word.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Removes the accents of a text. */
  public static String withoutAccents(String text) {
    if (isAscii(text)) {
      return text;
    }
    String decomposed = DECOMPOSITION.normalize(text);
    StringBuilder folded = new StringBuilder(text.length());
    int script = UScript.UNKNOWN;
    for (int i = 0; i < decomposed.length(); i++) {
      char c = decomposed.charAt(i);
      if (Character.getType(c) != Character.NON_SPACING_MARK) {
        script = UScript.getScript(c);
        folded.append(LETTERS.getOrDefault(c, String.valueOf(c)));
      } else if (!hasAccents(script) || isShortI(decomposed, i)) {
        folded.append(c);
      }
    }
    return COMPOSITION.normalize(folded);
  }

  private static boolean hasAccents(int script) {
    return script == UScript.LATIN
        || script == UScript.GREEK
        || script == UScript.CYRILLIC
        || script == UScript.HEBREW;
  }

  /** Whether a mark makes the Cyrillic short I, which is a letter of its own on every keyboard. */
  private static boolean isShortI(String decomposed, int mark) {
    return decomposed.charAt(mark) == '\u0306' && "иИ".indexOf(decomposed.charAt(mark - 1)) >= 0;
  }

  private static String withDigraphs(String word) {
    StringBuilder digraphs = new StringBuilder(word.length() + 4);
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      digraphs.append(DIGRAPHS.getOrDefault(c, String.valueOf(c)));
    }
    return digraphs.toString();
  }
}
