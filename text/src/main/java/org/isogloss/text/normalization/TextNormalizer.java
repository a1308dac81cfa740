// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.normalization;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.FilteredNormalizer2;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Gives texts that look the same, or differ only in what was typed, the same characters. It comes
 * before every tokenizer, so that the tokenizer does not split a word at an invisible character:
 *
 * <ul>
 *   <li>compatibility composition (NFKC, Unicode Standard Annex 15): decomposed letters and Hangul,
 *       ligatures, full-width Latin letters, half-width kana, Arabic presentation forms, subscripts
 *       and superscripts, Roman numerals. The Thai and Lao vowel AM, which NFKC takes apart, and
 *       Hangul compatibility letters, such as in ㅋㅋ, stay
 *   <li>characters that are invisible and have no meaning ({@code Default_Ignorable_Code_Point}:
 *       soft hyphen, zero-width space, marks of direction, variation selectors, word joiner) are
 *       removed. The zero-width non-joiner stays in languages in which it separates the parts of a
 *       word (Persian, Sorani); the joiner of a Malayalam chillu or a Bengali khanda ta makes it
 *       one letter
 *   <li>all apostrophes become U+0027, gershayim and quotation marks within a Hebrew word U+0022,
 *       all hyphens U+002D
 *   <li>the decimal digits of all scripts become those of ASCII
 *   <li>forms of one Arabic letter become one: Persian kaf and yeh, alef wasla, heh goal
 * </ul>
 *
 * <p>It neither changes case nor removes accents. A normalised text stays as it is when it is
 * normalised again. Immutable and thread-safe.
 */
public final class TextNormalizer {
  /** Name of these rules in the manifest of an index; other rules need another name. */
  public static final String NAME = "unicode-1";

  private static final char ZERO_WIDTH_NON_JOINER = '\u200C';
  private static final char ZERO_WIDTH_JOINER = '\u200D';

  /** Languages whose analyzers read the zero-width non-joiner. */
  private static final Set<String> NON_JOINER_LANGUAGES = Set.of("fa", "ckb");

  private static final Normalizer2 COMPOSITION =
      new FilteredNormalizer2(
          Normalizer2.getNFKCInstance(),
          new UnicodeSet("[^\\u0E33\\u0EB3\\u3131-\\u318E]").freeze());

  private static final int STABLE_BLOCK = 256;

  private static final char THAI_NIKHAHIT = '\u0E4D';
  private static final char LAO_NIGGAHITA = '\u0ECD';

  /** The vowel AM of Thai and Lao, which some keyboards write as nikhahit and AA. */
  private static final Map<String, Character> VOWELS_AM =
      Map.of("\u0E4D\u0E32", '\u0E33', "\u0ECD\u0EB2", '\u0EB3');

  private static final String APOSTROPHES =
      "\u2019\u2018\u201B\u02BC\u02BB\u02B9\u2032\u00B4\u055A\uA78C\uFF07";
  private static final String HYPHENS = "\u2010\u2011\uFE63\uFF0D";
  private static final String HEBREW_QUOTATION_MARKS = "\u201C\u201D\u201E\u05F4\"";

  /** Letters of which another one is a form, in pairs: the letter, what it becomes. */
  private static final String LETTER_FORMS =
      "\u06A9\u0643" // Persian kaf
          + "\u06CC\u064A" // Persian yeh
          + "\u0671\u0627" // alef wasla
          + "\u06C1\u0647" // heh goal
          + "\u05F3'" // geresh
          + "\u05F4\""; // gershayim

  /** Letters that an invisible joiner makes of a consonant and a virama. */
  private static final Map<String, Character> JOINED_LETTERS =
      Map.of(
          "\u0D23\u0D4D", '\u0D7A',
          "\u0D28\u0D4D", '\u0D7B',
          "\u0D30\u0D4D", '\u0D7C',
          "\u0D32\u0D4D", '\u0D7D',
          "\u0D33\u0D4D", '\u0D7E',
          "\u0D15\u0D4D", '\u0D7F',
          "\u09A4\u09CD", '\u09CE');

  /** What single characters become, without those that are removed. */
  private static final Map<Character, Character> REPLACEMENTS = replacements();

  /**
   * Composed characters whose first part is replaced, with what becomes of their parts: U+06C2, heh
   * goal with hamza, becomes heh and hamza, as its canonical decomposition does.
   */
  private static final Map<Character, String> REPLACED_COMPOSITIONS = replacedCompositions();

  /** Characters of the Basic Multilingual Plane that are removed. */
  private static final BitSet REMOVED = removed();

  /**
   * Characters that stay as they are and do not change the character before them, in blocks. A text
   * of these is normalised. A block is examined when a text has one of its characters, because all
   * of them take longer than a search.
   */
  private static final AtomicReferenceArray<BitSet> STABLE =
      new AtomicReferenceArray<>((Character.MAX_VALUE + 1) / STABLE_BLOCK);

  private static final TextNormalizer WITHOUT_NON_JOINER = new TextNormalizer(false);
  private static final TextNormalizer WITH_NON_JOINER = new TextNormalizer(true);

  private final boolean keepsNonJoiner;

  private TextNormalizer(boolean keepsNonJoiner) {
    this.keepsNonJoiner = keepsNonJoiner;
  }

  /**
   * Returns the normalizer of a language.
   *
   * @param code a language code as in {@code Language.code}
   */
  public static TextNormalizer of(String code) {
    return NON_JOINER_LANGUAGES.contains(code) ? WITH_NON_JOINER : WITHOUT_NON_JOINER;
  }

  private static Map<Character, Character> replacements() {
    Map<Character, Character> replacements = new HashMap<>();
    APOSTROPHES.chars().forEach(c -> replacements.put((char) c, '\''));
    HYPHENS.chars().forEach(c -> replacements.put((char) c, '-'));
    for (int i = 0; i < LETTER_FORMS.length(); i += 2) {
      replacements.put(LETTER_FORMS.charAt(i), LETTER_FORMS.charAt(i + 1));
    }
    for (char c = 0x80; c < Character.MAX_VALUE; c++) {
      if (Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER) {
        replacements.put(c, (char) ('0' + Character.digit(c, 10)));
      }
    }
    for (char c = 0x80; c < Character.MAX_VALUE; c++) {
      String equivalent = Normalizer2.getNFDInstance().getDecomposition(c);
      if (equivalent != null && equivalent.length() == 1) {
        Character replacement = replacements.get(equivalent.charAt(0));
        if (replacement != null) {
          replacements.put(c, replacement);
        }
      }
    }
    return Map.copyOf(replacements);
  }

  private static Map<Character, String> replacedCompositions() {
    Map<Character, String> compositions = new HashMap<>();
    for (char c = 0x80; c < Character.MAX_VALUE; c++) {
      String parts = Normalizer2.getNFDInstance().getDecomposition(c);
      if (parts != null && parts.length() > 1 && REPLACEMENTS.containsKey(parts.charAt(0))) {
        compositions.put(c, REPLACEMENTS.get(parts.charAt(0)) + parts.substring(1));
      }
    }
    return Map.copyOf(compositions);
  }

  private static BitSet removed() {
    BitSet removed = new BitSet();
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      if (UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT)) {
        removed.set(c);
      }
    }
    return removed;
  }

  private static boolean isStableInAllLanguages(char c) {
    BitSet block = STABLE.get(c / STABLE_BLOCK);
    if (block == null) {
      block = stableBlock(c / STABLE_BLOCK * STABLE_BLOCK);
      STABLE.set(c / STABLE_BLOCK, block);
    }
    return block.get(c % STABLE_BLOCK);
  }

  private static boolean isStableInAllLanguages(NormalizedText.Builder text) {
    for (int i = 0; i < text.length(); i++) {
      if (!isStableInAllLanguages(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static BitSet stableBlock(int first) {
    BitSet stable = new BitSet(STABLE_BLOCK);
    for (int i = 0; i < STABLE_BLOCK; i++) {
      stable.set(i, isUnchanged((char) (first + i)));
    }
    return stable;
  }

  private static boolean isUnchanged(char c) {
    return c == '"'
        || (c != THAI_NIKHAHIT
            && c != LAO_NIGGAHITA
            && !Character.isSurrogate(c)
            && !REPLACEMENTS.containsKey(c)
            && !REPLACED_COMPOSITIONS.containsKey(c)
            && !REMOVED.get(c)
            && HEBREW_QUOTATION_MARKS.indexOf(c) < 0
            && COMPOSITION.hasBoundaryBefore(c)
            && COMPOSITION.isNormalized(String.valueOf(c)));
  }

  /** Normalises a text. */
  public NormalizedText normalize(String text) {
    int unchanged = 0;
    while (unchanged < text.length() && isStable(text.charAt(unchanged))) {
      unchanged++;
    }
    if (unchanged == text.length()) {
      return NormalizedText.unchanged(text);
    }
    return composed(replaced(text), text.length());
  }

  private boolean isStable(char c) {
    return isStableInAllLanguages(c) || (keepsNonJoiner && c == ZERO_WIDTH_NON_JOINER);
  }

  /** Removes and replaces single characters. */
  private NormalizedText.Builder replaced(String text) {
    NormalizedText.Builder result = new NormalizedText.Builder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isStable(c)) {
        result.append(c, i);
        if (c == '\u0E32' || c == '\u0EB2') {
          combineLast(result, VOWELS_AM);
        }
        continue;
      }
      if (Character.isHighSurrogate(c) && i + 1 < text.length()) {
        int codePoint = text.codePointAt(i);
        if (Character.isSupplementaryCodePoint(codePoint)) {
          if (!UCharacter.hasBinaryProperty(codePoint, UProperty.DEFAULT_IGNORABLE_CODE_POINT)) {
            result.append(c, i);
            result.append(text.charAt(i + 1), i + 1);
          }
          i++;
          continue;
        }
      }
      if (c == ZERO_WIDTH_JOINER) {
        combineLast(result, JOINED_LETTERS);
      } else if (HEBREW_QUOTATION_MARKS.indexOf(c) >= 0 && isWithinHebrewWord(text, i)) {
        result.append('"', i);
      } else if (!REMOVED.get(c)) {
        result.append(REPLACEMENTS.getOrDefault(c, c), i);
      }
    }
    return result;
  }

  private static boolean isWithinHebrewWord(String text, int index) {
    return index > 0
        && index + 1 < text.length()
        && isHebrewLetter(text.charAt(index - 1))
        && isHebrewLetter(text.charAt(index + 1));
  }

  private static boolean isHebrewLetter(char c) {
    return c >= '\u05D0' && c <= '\u05EA';
  }

  /** Replaces the last two characters by the letter that they make, if they make one. */
  private static void combineLast(NormalizedText.Builder result, Map<String, Character> letters) {
    int length = result.length();
    if (length >= 2) {
      Character letter = letters.get(result.substring(length - 2, length));
      if (letter != null) {
        result.replaceLast(2, letter);
      }
    }
  }

  /** Composes what belongs together: from one boundary of normalisation to the next. */
  private static NormalizedText composed(NormalizedText.Builder text, int originalLength) {
    if (isStableInAllLanguages(text)) {
      return text.build(originalLength);
    }
    String all = text.substring(0, text.length());
    NormalizedText.Builder result = new NormalizedText.Builder(text.length());
    int start = 0;
    while (start < all.length()) {
      int end = start + Character.charCount(all.codePointAt(start));
      while (end < all.length() && !startsPart(all, end)) {
        end += Character.charCount(all.codePointAt(end));
      }
      if (end == start + 1 && isStableInAllLanguages(all.charAt(start))) {
        result.append(all.charAt(start), text.origin(start));
      } else {
        String part = all.substring(start, end);
        String composed = compose(part);
        boolean sameLength = composed.length() == part.length();
        for (int i = 0; i < composed.length(); i++) {
          char c = composed.charAt(i);
          result.append(
              REPLACEMENTS.getOrDefault(c, c), text.origin(sameLength ? start + i : start));
        }
      }
      start = end;
    }
    return result.build(originalLength);
  }

  private static String compose(String part) {
    String composed = COMPOSITION.normalize(part);
    if (composed.chars().noneMatch(c -> REPLACED_COMPOSITIONS.containsKey((char) c))) {
      return composed;
    }
    StringBuilder replaced = new StringBuilder();
    for (int i = 0; i < composed.length(); i++) {
      char c = composed.charAt(i);
      replaced.append(REPLACED_COMPOSITIONS.getOrDefault(c, String.valueOf(c)));
    }
    return COMPOSITION.normalize(replaced);
  }

  private static boolean startsPart(String text, int index) {
    return isStableInAllLanguages(text.charAt(index))
        || COMPOSITION.hasBoundaryBefore(text.codePointAt(index));
  }
}
