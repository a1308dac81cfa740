// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.romanization;

import static java.util.Objects.requireNonNull;

import com.ibm.icu.text.Transliterator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.text.segmentation.WordSegmenter;

/**
 * Writes texts of a language in Latin letters, in one of several {@linkplain RomanizationScheme
 * schemes}. All schemes but the {@linkplain RomanizationScheme#SCHOLARLY scholarly} one also take
 * the marks from Latin letters; {@linkplain RomanizationScheme#INFORMAL informal} text of some
 * languages is in lower case. Not safe for use by multiple threads.
 */
public final class Romanizer {
  private static final String LATIN = "Latn";

  /** Removes accents, apostrophes, separating dots and joiners. */
  private static final String WITHOUT_MARKS =
      ":: Latin-ASCII; :: [\\u0027\\u0022`\\u00B7\\u200C\\u200D] Remove;";

  /** Rules for the transliterations of geographic names, and of Modern Greek. */
  private static final Map<String, String> OFFICIAL =
      Map.ofEntries(
          Map.entry("am", "Amharic-Latin/BGN"),
          Map.entry("be", "Belarusian-Latin/BGN"),
          Map.entry("bg", "Bulgarian-Latin/BGN"),
          Map.entry("el", "Greek-Latin/UNGEGN"),
          Map.entry("he", "Hebrew-Latin/BGN"),
          Map.entry("hy", "Armenian-Latin/BGN"),
          Map.entry("ka", "Georgian-Latin/BGN"),
          Map.entry("kk", "Kazakh-Latin/BGN"),
          Map.entry("ky", "Kirghiz-Latin/BGN"),
          Map.entry("mk", "Macedonian-Latin/BGN"),
          Map.entry("mn", "Mongolian-Latin/BGN"),
          Map.entry("ps", "Pashto-Latin/BGN"),
          Map.entry("ru", "Russian-Latin/BGN"),
          Map.entry("sr", "Serbian-Latin/BGN"),
          Map.entry("uk", "Ukrainian-Latin/BGN"));

  /** Languages with rules of their own for informal text, or those of a group. */
  private static final Map<String, String> INFORMAL =
      Map.ofEntries(
          Map.entry("ar", "ar"),
          Map.entry("bg", "bg"),
          Map.entry("bn", "indic"),
          Map.entry("el", "el"),
          Map.entry("fa", "fa"),
          Map.entry("gu", "indic"),
          Map.entry("he", "he"),
          Map.entry("hi", "indic"),
          Map.entry("kn", "dravidian"),
          Map.entry("ml", "dravidian"),
          Map.entry("mr", "indic"),
          Map.entry("ne", "indic"),
          Map.entry("pa", "indic"),
          Map.entry("ru", "ru"),
          Map.entry("ta", "dravidian"),
          Map.entry("te", "dravidian"),
          Map.entry("uk", "uk"),
          Map.entry("ur", "fa"));

  private static final String JAPANESE = "ja";

  /** Languages without spaces between words, which are romanized word by word. */
  private static final Set<String> UNSPACED = Set.of("zh", "th", "km", "lo", "my");

  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final Pattern MARK_FIRST = Pattern.compile("[\\p{Po}\\p{Pe}\\p{Pf}]");

  private final Language language;
  private final Map<RomanizationScheme, Transliterator> transliterators;
  private final UnaryOperator<String> readings;

  private Romanizer(
      Language language,
      Map<RomanizationScheme, Transliterator> transliterators,
      UnaryOperator<String> readings) {
    this.language = language;
    this.transliterators = transliterators;
    this.readings = readings;
  }

  /**
   * Returns a romanizer for a language.
   *
   * @param readings returns a text with its words as they are read, separated by spaces; applied
   *     first. Japanese {@linkplain #needsReadings needs it}: without it, its Chinese characters
   *     are read as Chinese
   * @throws IllegalArgumentException if the language is written in Latin letters
   */
  public static Romanizer of(Language language, UnaryOperator<String> readings) {
    requireNonNull(readings, "readings is null");
    if (!isNeededFor(language)) {
      throw new IllegalArgumentException(language + " is written in Latin letters");
    }
    Map<RomanizationScheme, Transliterator> transliterators =
        new EnumMap<>(RomanizationScheme.class);
    String code = language.code();
    transliterators.put(RomanizationScheme.SCHOLARLY, Transliterator.getInstance("Any-Latin"));
    transliterators.put(RomanizationScheme.PLAIN, plain("Any-Latin"));
    if (OFFICIAL.containsKey(code)) {
      transliterators.put(RomanizationScheme.OFFICIAL, plain(OFFICIAL.get(code)));
    }
    if (INFORMAL.containsKey(code)) {
      transliterators.put(RomanizationScheme.INFORMAL, informal(INFORMAL.get(code)));
    }
    return new Romanizer(language, transliterators, readings);
  }

  /** Like {@link #of(Language, UnaryOperator)}, for texts that are read as they are written. */
  public static Romanizer of(Language language) {
    return of(language, UnaryOperator.identity());
  }

  /** Returns whether a language is written in other than Latin letters. */
  public static boolean isNeededFor(Language language) {
    return !language.isUndetermined() && !language.script().equals(LATIN);
  }

  private static Transliterator plain(String rules) {
    return Transliterator.createFromRules(
        rules, ":: " + rules + "; :: Any-Latin; " + WITHOUT_MARKS, Transliterator.FORWARD);
  }

  private static Transliterator informal(String name) {
    String file = name + ".rules";
    try (InputStream in = Romanizer.class.getResourceAsStream(file)) {
      String rules =
          new String(requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("#"))
              .collect(Collectors.joining("\n", "", "\n:: Any-Latin; " + WITHOUT_MARKS));
      return Transliterator.createFromRules(name, rules, Transliterator.FORWARD);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns whether the words of a language cannot be romanized without knowing how they are read.
   */
  public static boolean needsReadings(Language language) {
    return language.code().equals(JAPANESE);
  }

  /** Returns whether a language is written with spaces between words. */
  public static boolean separatesWords(Language language) {
    return !UNSPACED.contains(language.code()) && !needsReadings(language);
  }

  /** Returns the schemes of the language, at least two. */
  public Set<RomanizationScheme> schemes() {
    return Set.copyOf(transliterators.keySet());
  }

  /**
   * Writes a text in Latin letters.
   *
   * @throws IllegalArgumentException if the language has no such scheme
   */
  public String romanize(String text, RomanizationScheme scheme) {
    Transliterator transliterator = transliterator(scheme);
    String read = readings.apply(text);
    return UNSPACED.contains(language.code())
        ? joinSegments(read, transliterator::transliterate).text()
        : transliterator.transliterate(read);
  }

  /**
   * Writes a text in Latin letters word by word, so that each word of the result is known to be
   * that of the text. Readings are applied to each word alone.
   *
   * @throws IllegalArgumentException if the language has no such scheme
   */
  public Romanization align(String text, RomanizationScheme scheme) {
    Transliterator transliterator = transliterator(scheme);
    UnaryOperator<String> romanize = word -> transliterator.transliterate(readings.apply(word));
    return separatesWords(language)
        ? join(text, words(text), romanize, word -> true)
        : joinSegments(text, romanize);
  }

  /** Returns the words of a text as {@link #align} finds them, with the marks next to them. */
  public List<Span> words(String text) {
    return separatesWords(language)
        ? WORD.matcher(text).results().map(word -> new Span(word.start(), word.end())).toList()
        : WordSegmenter.splitWithMarks(text, language);
  }

  private Transliterator transliterator(RomanizationScheme scheme) {
    Transliterator transliterator = transliterators.get(scheme);
    if (transliterator == null) {
      throw new IllegalArgumentException("scheme is " + scheme + ", expected one of " + schemes());
    }
    return transliterator;
  }

  /** Joins the words and marks of a text without spaces: none is written before a mark. */
  private Romanization joinSegments(String text, UnaryOperator<String> romanize) {
    return join(
        text,
        WordSegmenter.splitWithMarks(text, language),
        romanize,
        word -> !MARK_FIRST.matcher(word).lookingAt());
  }

  /**
   * Joins romanized words.
   *
   * @param spaced whether a space precedes a romanized word that is not the first
   */
  private static Romanization join(
      String text, List<Span> words, UnaryOperator<String> romanize, Predicate<String> spaced) {
    StringBuilder joined = new StringBuilder();
    List<Romanization.Word> aligned = new ArrayList<>();
    for (Span word : words) {
      String romanized = romanize.apply(word.coveredText(text)).replace(" ", "");
      if (romanized.isEmpty()) {
        continue;
      }
      if (!joined.isEmpty() && spaced.test(romanized)) {
        joined.append(' ');
      }
      Span span = new Span(joined.length(), joined.length() + romanized.length());
      joined.append(romanized);
      aligned.add(new Romanization.Word(word, span));
    }
    return new Romanization(joined.toString(), aligned);
  }
}
