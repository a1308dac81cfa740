// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.text.Normalizer2;
import java.util.Arrays;

/**
 * BERT's treatment of each character, as implemented by the library {@code tokenizers} of Hugging
 * Face. Its character classes come from Unicode 8 (any character assigned later is a letter), its
 * decompositions from Unicode 9, its lower-case mappings from Unicode 17, of which ICU 77 lacks the
 * few capital letters that are new in it. These versions are fixed, so that ids do not depend on
 * the Unicode version of the Java runtime.
 */
final class BertCharacterClasses {
  /** Part of a word, unchanged. */
  static final byte LETTER = 0;

  static final byte SPACE = 1;

  /** Removed; does not separate words. */
  static final byte REMOVED = 2;

  /** A word by itself: punctuation, and Chinese characters if the options request it. */
  static final byte ISOLATED = 3;

  /** Part of a word, replaced by the single character {@link #mapped}. */
  static final byte MAPPED = 4;

  /** Replaced by {@link #expansion}. */
  static final byte EXPANDED = 5;

  private static final int CLASSES_VERSION = 8;
  private static final int DECOMPOSITIONS_VERSION = 9;
  private static final int LOWERCASE_VERSION = 17;
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();

  private final boolean lowercase;
  private final boolean stripAccents;
  private final boolean tokenizeCjk;
  private final byte[] kinds = new byte[Character.MAX_VALUE + 1];
  private final char[] mapped = new char[Character.MAX_VALUE + 1];

  BertCharacterClasses(WordPieceOptions options) {
    lowercase = options.lowercase();
    stripAccents = options.stripAccents();
    tokenizeCjk = options.tokenizeCjk();
    for (int c = 0; c < kinds.length; c++) {
      kinds[c] = kindOf(c);
      if (kinds[c] == EXPANDED && !isCjk(c)) {
        String expansion = expansion(c);
        if (expansion.length() == 1 && !isPunctuation(expansion.charAt(0)) && !reorders(c)) {
          kinds[c] = MAPPED;
          mapped[c] = expansion.charAt(0);
        }
      }
    }
    // Unpaired surrogates are removed.
    Arrays.fill(kinds, Character.MIN_SURROGATE, Character.MAX_SURROGATE + 1, REMOVED);
  }

  byte kind(char c) {
    return kinds[c];
  }

  byte kind(int codePoint) {
    return codePoint < kinds.length ? kinds[codePoint] : kindOf(codePoint);
  }

  /** The single character that replaces a character of kind {@link #MAPPED}. */
  char mapped(char c) {
    return mapped[c];
  }

  /** The replacement of a character of kind {@link #EXPANDED}; may be empty. */
  String expansion(int codePoint) {
    String text = Character.toString(codePoint);
    if (stripAccents) {
      String decomposed =
          age(codePoint) <= DECOMPOSITIONS_VERSION ? NFD.getDecomposition(codePoint) : null;
      text = decomposed == null ? text : decomposed;
    }
    var result = new StringBuilder(text.length());
    text.codePoints()
        .filter(c -> !stripAccents || !isNonspacingMark(c))
        .forEach(c -> appendLowercase(c, result));
    return result.toString();
  }

  private void appendLowercase(int c, StringBuilder result) {
    if (!lowercase || age(c) > LOWERCASE_VERSION) {
      result.appendCodePoint(c);
    } else if (c == 'İ') {
      result.append("i\u0307");
    } else {
      result.appendCodePoint(UCharacter.toLowerCase(c));
    }
  }

  /** Whether normalisation may move a character before the preceding one. */
  boolean reorders(int codePoint) {
    return stripAccents && combiningClass(codePoint) != 0;
  }

  static int combiningClass(int codePoint) {
    return age(codePoint) <= DECOMPOSITIONS_VERSION ? NFD.getCombiningClass(codePoint) : 0;
  }

  private byte kindOf(int c) {
    int category = category(c);
    if (isSpace(c, category)) {
      return SPACE;
    }
    if (isDropped(c, category)) {
      return REMOVED;
    }
    if (expands(c)) {
      return EXPANDED;
    }
    return isPunctuation(c) || isCjk(c) ? ISOLATED : LETTER;
  }

  private boolean expands(int c) {
    return (stripAccents || lowercase)
        && (reorders(c) || !expansion(c).equals(Character.toString(c)));
  }

  private static boolean isSpace(int c, int category) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || category == ECharacterCategory.SPACE_SEPARATOR
        || category == ECharacterCategory.LINE_SEPARATOR
        || category == ECharacterCategory.PARAGRAPH_SEPARATOR;
  }

  private static boolean isDropped(int c, int category) {
    return c == 0xFFFD
        || category == ECharacterCategory.CONTROL
        || category == ECharacterCategory.FORMAT
        || category == ECharacterCategory.PRIVATE_USE;
  }

  /**
   * Whether a character is punctuation; all ASCII symbols are, including {@code $}, {@code +} and
   * {@code ^}.
   */
  static boolean isPunctuation(int c) {
    if (c < 128) {
      return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
    }
    return switch (category(c)) {
      case ECharacterCategory.CONNECTOR_PUNCTUATION,
          ECharacterCategory.DASH_PUNCTUATION,
          ECharacterCategory.START_PUNCTUATION,
          ECharacterCategory.END_PUNCTUATION,
          ECharacterCategory.INITIAL_PUNCTUATION,
          ECharacterCategory.FINAL_PUNCTUATION,
          ECharacterCategory.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  private static boolean isNonspacingMark(int c) {
    return category(c) == ECharacterCategory.NON_SPACING_MARK;
  }

  /**
   * Whether a character is Chinese. The gap between the fourth and the fifth block (B820 to B91F)
   * is an error in the library; it is kept because the ids depend on it.
   */
  boolean isCjk(int c) {
    return tokenizeCjk
        && (within(c, 0x3400, 0x4DBF)
            || within(c, 0x4E00, 0x9FFF)
            || within(c, 0xF900, 0xFAFF)
            || within(c, 0x20000, 0x2A6DF)
            || within(c, 0x2A700, 0x2B81F)
            || within(c, 0x2B920, 0x2CEAF)
            || within(c, 0x2F800, 0x2FA1F));
  }

  private static boolean within(int c, int first, int last) {
    return c >= first && c <= last;
  }

  /** The general category in Unicode 8; the seven exceptions have changed since. */
  private static int category(int c) {
    return switch (c) {
      case 0x166D, 0x111C9 -> ECharacterCategory.OTHER_PUNCTUATION;
      case 0x1734, 0x1171E -> ECharacterCategory.NON_SPACING_MARK;
      case 0x1885, 0x1886 -> ECharacterCategory.OTHER_LETTER;
      case 0xA9BD -> ECharacterCategory.COMBINING_SPACING_MARK;
      default -> {
        int category = UCharacter.getType(c);
        yield category == ECharacterCategory.UNASSIGNED || age(c) <= CLASSES_VERSION
            ? category
            : ECharacterCategory.UNASSIGNED;
      }
    };
  }

  private static int age(int c) {
    return UCharacter.getAge(c).getMajor();
  }
}
