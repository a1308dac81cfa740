// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.Span;

/**
 * Splits text into sentences by UAX #29, with corrections for its known errors:
 *
 * <ul>
 *   <li>A line break ends a sentence only if the line is not wrapped. A wrapped line is long, and
 *       the next line begins with a letter or a digit.
 *   <li>Abbreviations ({@code abbreviations.tsv}), initials ({@code J. Smith}), the numbers of a
 *       list and German ordinals ({@code am 3. Oktober}) do not end a sentence. ICU's own lists of
 *       abbreviations are not used, because they also suppress sentence ends after ordinary words.
 *   <li>A question that is quoted inside a sentence does not end the sentence.
 *   <li>A Japanese sentence continues after the closing bracket of a quotation with {@code と} or
 *       {@code って}.
 *   <li>Thai and Lao do not mark sentence ends: they are split at a space between their letters as
 *       soon as a sentence has 80 characters.
 * </ul>
 */
public final class SentenceSegmenter {
  private static final int MIN_WRAPPED_LINE_LENGTH = 50;
  private static final int MIN_UNMARKED_SENTENCE_LENGTH = 80;
  private static final String CLOSING_QUOTES = "\"'”’»›“‘";
  private static final Set<String> UNMARKED_LANGUAGES = Set.of("th", "lo");

  private SentenceSegmenter() {}

  /** The sentences of a text, in order, without surrounding white space. */
  public static List<Span> split(String text, Language language) {
    String unwrapped = unwrap(text);
    BreakIterator breaks = BreakIterators.sentences(language);
    breaks.setText(unwrapped);
    var graphemes = new GraphemeBoundaries(text);
    List<Span> sentences = new ArrayList<>();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      if (!continues(unwrapped, start, end, language)) {
        add(unwrapped, start, end, language, graphemes, sentences);
        start = end;
      }
    }
    add(unwrapped, start, text.length(), language, graphemes, sentences);
    return sentences;
  }

  private static void add(
      String text,
      int start,
      int end,
      Language language,
      GraphemeBoundaries graphemes,
      List<Span> sentences) {
    int from = start;
    if (UNMARKED_LANGUAGES.contains(language.code())) {
      for (int i = start + 1; i + 1 < end; i++) {
        if (i - from >= MIN_UNMARKED_SENTENCE_LENGTH && isUnmarkedGap(text, i)) {
          graphemes.trim(from, i).ifPresent(sentences::add);
          from = i;
        }
      }
    }
    graphemes.trim(from, end).ifPresent(sentences::add);
  }

  private static boolean isUnmarkedGap(String text, int at) {
    return text.charAt(at) == ' '
        && isUnmarkedScript(text.charAt(at - 1))
        && isUnmarkedScript(text.charAt(at + 1));
  }

  /**
   * Whether a character is a Thai or Lao letter or vowel sign; {@code ๆ}, which repeats the word
   * before it, is not.
   */
  private static boolean isUnmarkedScript(char c) {
    int script = UScript.getScript(c);
    return (script == UScript.THAI || script == UScript.LAO) && c != 'ๆ' && c != 'ໆ';
  }

  /** Replaces each line break inside a wrapped paragraph by spaces of the same length. */
  private static String unwrap(String text) {
    if (text.indexOf('\n') < 0) {
      return text;
    }
    var unwrapped = new StringBuilder(text);
    int lineStart = 0;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      boolean carriageReturn = i > lineStart && text.charAt(i - 1) == '\r';
      int lineEnd = carriageReturn ? i - 1 : i;
      if (lineEnd - lineStart >= MIN_WRAPPED_LINE_LENGTH
          && i + 1 < text.length()
          && Character.isLetterOrDigit(text.codePointAt(i + 1))) {
        unwrapped.setCharAt(i, ' ');
        if (carriageReturn) {
          unwrapped.setCharAt(i - 1, ' ');
        }
      }
      lineStart = i + 1;
    }
    return unwrapped.toString();
  }

  /** Whether the sentence {@code [start, end)} continues after {@code end}, contrary to UAX #29. */
  private static boolean continues(String text, int start, int end, Language language) {
    int last = end;
    while (last > start && GraphemeBoundaries.isWhiteSpace(text.charAt(last - 1))) {
      if (isParagraphEnd(text.charAt(last - 1))) {
        return false;
      }
      last--;
    }
    if (last == start || end == text.length()) {
      return false;
    }
    char mark = text.charAt(last - 1);
    if (mark == '」' || mark == '』') {
      return text.startsWith("と", end) || text.startsWith("って", end);
    }
    if (mark == '.') {
      return Abbreviations.endsWithAbbreviation(text, start, last - 1, language)
          || isNumber(text, start, last - 1, language);
    }
    return CLOSING_QUOTES.indexOf(mark) >= 0 && UCharacter.isULowercase(text.codePointAt(end));
  }

  private static boolean isParagraphEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
  }

  /**
   * Whether the full stop follows a number that is the whole sentence or, in German, an ordinal.
   */
  private static boolean isNumber(String text, int start, int dot, Language language) {
    int first = dot;
    while (first > start && Character.isDigit(text.charAt(first - 1))) {
      first--;
    }
    boolean alone = first == start;
    boolean ordinal =
        language.code().equals("de")
            && dot - first <= 2
            && !alone
            && GraphemeBoundaries.isWhiteSpace(text.charAt(first - 1));
    return first < dot && (alone || ordinal);
  }
}
