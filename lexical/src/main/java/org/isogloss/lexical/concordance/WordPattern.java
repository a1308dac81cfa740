// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Span;

/**
 * One or more consecutive words that are looked for in texts. Upper and lower case are equal. An
 * asterisk stands for up to 50 letters: {@code hous*}. Whole words match; in scripts without spaces
 * between words (Han, Kana, Thai, Lao, Khmer, Burmese) every occurrence of the characters.
 */
public final class WordPattern {
  private static final int MAX_LENGTH = 200;
  private static final int MAX_ASTERISKS = 3;
  private static final String UNSPACED =
      "\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}\\p{IsThai}\\p{IsLao}\\p{IsKhmer}\\p{IsMyanmar}";
  private static final Pattern STARTS_UNSPACED = Pattern.compile("\\A[" + UNSPACED + "]");
  private static final Pattern ENDS_UNSPACED = Pattern.compile("[" + UNSPACED + "]\\z");
  private static final String LETTER = "[\\p{L}\\p{M}\\p{Nd}&&[^" + UNSPACED + "]]";

  /** What an asterisk stands for; bounded, because the time grows with a power of its length. */
  private static final String ANY_LETTERS = LETTER + "{0,50}";

  private static final Pattern PARTS = Pattern.compile("\\s+|\\*|[^\\s*]+");

  private final String text;
  private final Pattern pattern;

  private WordPattern(String text, Pattern pattern) {
    this.text = text;
    this.pattern = pattern;
  }

  /**
   * Parses words.
   *
   * @throws IsoglossException if there is no letter or digit in them, or they are too long
   */
  public static WordPattern of(String words) {
    String text = normalize(words.strip());
    if (text.codePoints().noneMatch(Character::isLetterOrDigit)) {
      throw new IsoglossException(
          "the word to look for is \"" + text + "\": expected at least one letter or digit");
    }
    if (text.length() > MAX_LENGTH
        || text.codePoints().filter(c -> c == '*').count() > MAX_ASTERISKS) {
      throw new IsoglossException(
          "the words to look for are too long: expected at most "
              + MAX_LENGTH
              + " characters and "
              + MAX_ASTERISKS
              + " asterisks");
    }
    StringBuilder regex = new StringBuilder();
    regex.append(STARTS_UNSPACED.matcher(text).find() ? "" : "(?<!" + LETTER + ")");
    Matcher parts = PARTS.matcher(text);
    while (parts.find()) {
      String part = parts.group();
      regex.append(part.equals("*") ? ANY_LETTERS : part.isBlank() ? "\\s+" : Pattern.quote(part));
    }
    // A vowel sign or accent belongs to the letter before it in every script.
    regex.append(ENDS_UNSPACED.matcher(text).find() ? "(?!\\p{M})" : "(?!" + LETTER + ")");
    return new WordPattern(
        text, Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
  }

  /** The composed form (NFC), in which texts are compared. */
  static String normalize(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** The occurrences in a text in its composed form, in order. */
  public List<Span> find(String composed) {
    List<Span> found = new ArrayList<>();
    Matcher matcher = pattern.matcher(composed);
    while (matcher.find()) {
      found.add(new Span(matcher.start(), matcher.end()));
    }
    return found;
  }

  /** The words, as they were given. */
  @Override
  public String toString() {
    return text;
  }
}
