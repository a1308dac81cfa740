// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.util.Excerpt;
import org.isogloss.measure.text.UnicodeText;

/** The tokenizers of {@link Bleu} that follow rules for characters, as in sacreBLEU 2.6.0. */
public enum RuleBasedTokenizer implements BleuTokenizer {
  /** That of mteval-v13a.pl, which WMT uses: ASCII punctuation, and entities of XML. */
  V13A("13a") {
    @Override
    String separate(String text) {
      String line = text.replace("<skipped>", "").replace("-\n", "").replace('\n', ' ');
      return separateAscii(" " + decodeEntities(line) + " ");
    }
  },

  /** That of mteval-v14.pl: punctuation and symbols of every script. */
  INTL("intl") {
    @Override
    String separate(String text) {
      String line = splitPairs(text, (a, b) -> !isNumber(a) && UnicodeText.isPunctuation(b), false);
      line = splitPairs(line, (a, b) -> UnicodeText.isPunctuation(a) && !isNumber(b), true);
      return UnicodeText.surround(line, RuleBasedTokenizer::isSymbol);
    }
  },

  /**
   * Chinese: each Chinese character or wide punctuation mark is a token; others as {@link #V13A}.
   */
  ZH("zh") {
    @Override
    String separate(String text) {
      return separateAscii(
          UnicodeText.surround(UnicodeText.strip(text), RuleBasedTokenizer::isChinese));
    }
  },

  /** Each character is a token. */
  CHAR("char") {
    @Override
    String separate(String text) {
      return UnicodeText.surround(text, c -> true);
    }
  },

  /** Texts that are already tokenized: tokens are separated by white space. */
  NONE("none") {
    @Override
    String separate(String text) {
      return text;
    }
  };

  private static final String CHINESE_TARGET = "zh";

  /** Languages without spaces or with endings on words, for which no tokenizer here is common. */
  private static final List<String> TARGETS_WITHOUT_TOKENIZER = List.of("ja", "ko");

  /**
   * First and last character of each range that {@link #ZH} separates. The first two stand in
   * sacreBLEU for two planes of rare ideographs, whose code points are cut to four digits there.
   */
  private static final int[][] CHINESE = {
    {0x2001, 0x2a6d},
    {0x2f81, 0x2fa1},
    {0x2e80, 0x2eff},
    {0x2f00, 0x2fdf},
    {0x2ff0, 0x303f},
    {0x3100, 0x312f},
    {0x31a0, 0x31bf},
    {0x31c0, 0x31ef},
    {0x3200, 0x33ff},
    {0x3400, 0x4db5},
    {0x4e00, 0x9fbb},
    {0xf900, 0xfa2d},
    {0xfa30, 0xfa6a},
    {0xfa70, 0xfad9},
    {0xfe10, 0xfe1f},
    {0xfe30, 0xfe4f},
    {0xff00, 0xffef},
  };

  private final String label;

  RuleBasedTokenizer(String label) {
    this.label = label;
  }

  @Override
  public String label() {
    return label;
  }

  /**
   * Returns the tokenizer of a label.
   *
   * @throws IsoglossException if no tokenizer has this label
   */
  public static RuleBasedTokenizer parse(String label) {
    return Arrays.stream(values())
        .filter(tokenizer -> tokenizer.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    "no tokenizer of BLEU is named "
                        + Excerpt.quote(label)
                        + ", expected one of "
                        + labels()));
  }

  private static String labels() {
    return Arrays.stream(values()).map(RuleBasedTokenizer::label).collect(Collectors.joining(", "));
  }

  /**
   * Returns the default tokenizer for translations into a language: {@link #ZH} for Chinese,
   * otherwise {@link #V13A}.
   *
   * @throws IsoglossException for Japanese and Korean, for which sacreBLEU requires MeCab
   */
  public static RuleBasedTokenizer forTarget(Language target) {
    if (TARGETS_WITHOUT_TOKENIZER.contains(target.code())) {
      throw new IsoglossException(
          target.name()
              + " has no default tokenizer, because sacreBLEU requires MeCab for it: choose "
              + target.code()
              + "-mecab with a dictionary, one of "
              + labels()
              + ", or measure chrF");
    }
    return target.code().equals(CHINESE_TARGET) ? ZH : V13A;
  }

  @Override
  public List<String> tokenize(String sentence) {
    return UnicodeText.words(separate(UnicodeText.stripTrailing(sentence)));
  }

  /** Inserts spaces between tokens. */
  abstract String separate(String text);

  /** The common end of 13a and zh. */
  private static String separateAscii(String text) {
    return separatePoints(UnicodeText.surround(text, RuleBasedTokenizer::isAsciiSymbol));
  }

  /** Decodes four entities of XML, one after the other. */
  static String decodeEntities(String text) {
    return text.indexOf('&') < 0
        ? text
        : text.replace("&quot;", "\"")
            .replace("&amp;", "&")
            .replace("&lt;", "<")
            .replace("&gt;", ">");
  }

  /** Separates full stops and commas that are not between digits, and hyphens after digits. */
  static String separatePoints(String text) {
    String line = splitPairs(text, (a, b) -> !isDigit(a) && isPoint(b), false);
    line = splitPairs(line, (a, b) -> isPoint(a) && !isDigit(b), true);
    return splitPairs(line, (a, b) -> isDigit(a) && b == '-', false);
  }

  private interface PairPredicate {
    boolean test(int first, int second);
  }

  /**
   * Separates neighbouring characters. A character that was the second of a pair is not the first
   * of another, as in the substitution of a regular expression.
   *
   * @param spaceBefore whether another space is inserted before the pair, otherwise after it
   */
  private static String splitPairs(String text, PairPredicate pair, boolean spaceBefore) {
    StringBuilder line = new StringBuilder(2 * text.length());
    int i = 0;
    while (i < text.length()) {
      int first = text.codePointAt(i);
      i += Character.charCount(first);
      if (i == text.length() || !pair.test(first, text.codePointAt(i))) {
        line.appendCodePoint(first);
        continue;
      }
      int second = text.codePointAt(i);
      i += Character.charCount(second);
      line.append(spaceBefore ? " " : "").appendCodePoint(first);
      line.append(' ').appendCodePoint(second).append(spaceBefore ? "" : " ");
    }
    return line.toString();
  }

  /** ASCII punctuation other than the apostrophe, comma, hyphen and full stop. */
  static boolean isAsciiSymbol(int c) {
    return (c >= ' ' && c <= '&')
        || (c >= '(' && c <= '+')
        || c == '/'
        || (c >= ':' && c <= '@')
        || (c >= '[' && c <= '`')
        || (c >= '{' && c <= '~');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isPoint(int c) {
    return c == '.' || c == ',';
  }

  private static boolean isChinese(int c) {
    for (int[] range : CHINESE) {
      if (c >= range[0] && c <= range[1]) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumber(int c) {
    return switch (Character.getType(c)) {
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
      default -> false;
    };
  }

  private static boolean isSymbol(int c) {
    return switch (Character.getType(c)) {
      case Character.MATH_SYMBOL,
          Character.CURRENCY_SYMBOL,
          Character.MODIFIER_SYMBOL,
          Character.OTHER_SYMBOL ->
          true;
      default -> false;
    };
  }
}
