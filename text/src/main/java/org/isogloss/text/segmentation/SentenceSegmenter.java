package org.isogloss.text.segmentation;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.text.Span;

/**
 * Sentences as Unicode sees them (UAX #29), mended where that is known to fail:
 *
 * <ul>
 *   <li>a line break ends a sentence only where the line is not merely wrapped: the lines of a
 *       wrapped paragraph are long and go on with a letter or a digit;
 *   <li>abbreviations ({@code abbreviations.tsv}), initials ({@code J. Smith}), the numbers of a
 *       list and German ordinals ({@code am 3. Oktober}) end no sentence; ICU's own lists of
 *       abbreviations are not used, as they also swallow the ends of whole words;
 *   <li>a question that is quoted inside a sentence does not end it;
 *   <li>a Japanese quotation goes on behind its closing bracket with {@code と} or {@code って};
 *   <li>Thai and Lao, which mark no ends, are cut at a space between their letters once a sentence
 *       has 80 characters.
 * </ul>
 */
public final class SentenceSegmenter {
  private static final int WRAPPED_LINE = 50;
  private static final int UNMARKED_SENTENCE = 80;
  private static final String CLOSING_QUOTES = "\"'”’»›“‘";
  private static final Set<String> UNMARKED_LANGUAGES = Set.of("th", "lo");

  private SentenceSegmenter() {}

  /** The sentences of a text, in order and without the white space around them. */
  public static List<Span> split(String text, Language language) {
    String flowing = unwrap(text);
    BreakIterator breaks = BreakIterators.sentences(language);
    breaks.setText(flowing);
    var graphemes = new GraphemeBoundaries(text);
    List<Span> sentences = new ArrayList<>();
    int start = breaks.first();
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      if (!goesOn(flowing, start, end, language)) {
        add(flowing, start, end, language, graphemes, sentences);
        start = end;
      }
    }
    add(flowing, start, text.length(), language, graphemes, sentences);
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
        if (i - from >= UNMARKED_SENTENCE && isUnmarkedGap(text, i)) {
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

  /** Letters and vowel signs; not {@code ๆ}, which repeats the word before it. */
  private static boolean isUnmarkedScript(char c) {
    int script = UScript.getScript(c);
    return (script == UScript.THAI || script == UScript.LAO) && c != 'ๆ' && c != 'ໆ';
  }

  /** Line breaks inside a wrapped paragraph become spaces, one for one. */
  private static String unwrap(String text) {
    if (text.indexOf('\n') < 0) {
      return text;
    }
    var flowing = new StringBuilder(text);
    int lineStart = 0;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      boolean carriageReturn = i > lineStart && text.charAt(i - 1) == '\r';
      int lineEnd = carriageReturn ? i - 1 : i;
      if (lineEnd - lineStart >= WRAPPED_LINE
          && i + 1 < text.length()
          && Character.isLetterOrDigit(text.codePointAt(i + 1))) {
        flowing.setCharAt(i, ' ');
        if (carriageReturn) {
          flowing.setCharAt(i - 1, ' ');
        }
      }
      lineStart = i + 1;
    }
    return flowing.toString();
  }

  /** Whether what was taken for the end of the sentence {@code [start, end)} is none. */
  private static boolean goesOn(String text, int start, int end, Language language) {
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

  /** A number before the full stop that is all of the sentence, or, in German, an ordinal. */
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
