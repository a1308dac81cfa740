// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

/**
 * Finds the ends of words as the expressions of {@link WordSplitting} do, in one pass without a
 * regular expression. Every character of a text belongs to a word.
 */
final class WordScanner {
  private static final byte OTHER = 0;
  private static final byte LETTER = 1;
  private static final byte NUMBER = 2;
  private static final byte WHITE_SPACE = 3;

  /** The classes of the characters of the basic multilingual plane. */
  private static final byte[] CLASSES = classes();

  /** Contractions after the apostrophe. */
  private static final String[] CONTRACTIONS = {"s", "t", "re", "ve", "m", "ll", "d"};

  private final WordSplitting splitting;
  private final String text;
  private final int to;

  /**
   * Creates a scanner of a part of a text.
   *
   * @param to where the part ends; what follows does not count
   */
  WordScanner(WordSplitting splitting, String text, int to) {
    this.splitting = splitting;
    this.text = text;
    this.to = to;
  }

  private static byte[] classes() {
    byte[] classes = new byte[Character.MAX_VALUE + 1];
    for (int c = 0; c < classes.length; c++) {
      classes[c] = classOf(c);
    }
    return classes;
  }

  private static byte classOf(int codePoint) {
    if (Character.isLetter(codePoint)) {
      return LETTER;
    }
    return switch (Character.getType(codePoint)) {
      case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER ->
          NUMBER;
      case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          WHITE_SPACE;
      default ->
          (codePoint >= '\t' && codePoint <= '\r') || codePoint == '\u0085' ? WHITE_SPACE : OTHER;
    };
  }

  /** Returns the class of the character at an offset, or -1 at the end. */
  private int kind(int at) {
    if (at >= to) {
      return -1;
    }
    char c = text.charAt(at);
    return Character.isHighSurrogate(c) && isPair(at) ? classOf(text.codePointAt(at)) : CLASSES[c];
  }

  private boolean isPair(int at) {
    return at + 1 < to && Character.isLowSurrogate(text.charAt(at + 1));
  }

  private int next(int at) {
    return Character.isHighSurrogate(text.charAt(at)) && isPair(at) ? at + 2 : at + 1;
  }

  /** Returns the end of the characters of a class. */
  private int run(int kind, int from) {
    int at = from;
    while (kind(at) == kind) {
      at = next(at);
    }
    return at;
  }

  /** Returns the end of the word that begins at an offset before the end of the part. */
  int end(int from) {
    return splitting == WordSplitting.GPT2 ? endOfGpt2(from) : endOfQwen(from);
  }

  private int endOfGpt2(int from) {
    int contraction = contraction(from, false);
    if (contraction > 0) {
      return contraction;
    }
    int first = text.charAt(from) == ' ' ? from + 1 : from;
    int kind = kind(first);
    if (kind >= 0 && kind != WHITE_SPACE) {
      return run(kind, first);
    }
    return endOfWhiteSpace(from);
  }

  /** Returns the end of a word by the expressions of Qwen and Llama, which differ in numbers. */
  private int endOfQwen(int from) {
    int contraction = contraction(from, true);
    if (contraction > 0) {
      return contraction;
    }
    int kind = kind(from);
    if (kind == LETTER) {
      return run(LETTER, from);
    }
    if (kind == NUMBER) {
      return endOfNumber(from);
    }
    boolean newLine = isNewLine(from);
    int second = next(from);
    if (!newLine && kind(second) == LETTER) {
      return run(LETTER, second);
    }
    int first = text.charAt(from) == ' ' ? second : from;
    if (kind(first) == OTHER) {
      int end = run(OTHER, first);
      while (end < to && isNewLine(end)) {
        end++;
      }
      return end;
    }
    for (int at = run(WHITE_SPACE, from) - 1; at >= from; at--) {
      if (isNewLine(at)) {
        return at + 1;
      }
    }
    return endOfWhiteSpace(from);
  }

  private int endOfNumber(int from) {
    int end = next(from);
    for (int digits = 1; digits < splitting.digits() && kind(end) == NUMBER; digits++) {
      end = next(end);
    }
    return end;
  }

  private boolean isNewLine(int at) {
    char c = text.charAt(at);
    return c == '\r' || c == '\n';
  }

  /** White space leaves its last character to the word that follows, unless it is the only one. */
  private int endOfWhiteSpace(int from) {
    int end = run(WHITE_SPACE, from);
    // All white space is in the basic multilingual plane.
    return end < to && end > from + 1 ? end - 1 : end;
  }

  /** Returns the end of a contraction such as {@code 'll}, or 0 if there is none. */
  private int contraction(int from, boolean anyCase) {
    if (text.charAt(from) != '\'') {
      return 0;
    }
    for (String letters : CONTRACTIONS) {
      int end = from + 1 + letters.length();
      // Without case, U+017F is equal to s, too.
      if (end <= to && text.regionMatches(anyCase, from + 1, letters, 0, letters.length())) {
        return end;
      }
    }
    return 0;
  }
}
