// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.text.Normalizer2;
import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.LocaleData;
import com.ibm.icu.util.ULocale;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that differ only in how they were typed have the same terms, in every language. */
class EquivalentTextsTest {
  private static final int TEXTS = 20;
  private static final int WORDS = 8;
  private static final String INVISIBLE = "\u00AD\u200B\u200E\u200F\u2060\u2067\u2069\uFE0F\uFEFF";
  private static final String APOSTROPHES = "'\u2019\u2018\u02BC\uFF07";

  /** The zeros of digits, of which the first are those of ASCII. */
  private static final int[] ZEROS = {'0', 0x660, 0x6F0, 0x966, 0xE50, 0xFF10};

  /** One language for each analyzer, and some that share the default one. */
  static Stream<String> languages() {
    return Stream.concat(
        Stream.of("uk", "he", "sw", "sk", "hr", "sl", "ur", "ka", "ml", "kk", "is", "km", "und"),
        LanguageAnalyzers.shipped().names().keySet().stream());
  }

  @ParameterizedTest
  @MethodSource("languages")
  void haveTheSameTerms(String language) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<String> letters = letters(language);
    for (int i = 0; i < TEXTS; i++) {
      String text = text(letters, random);
      List<String> expected = terms(language, text);
      for (String typed :
          List.of(
              Normalizer2.getNFDInstance().normalize(text),
              withInvisible(text, random),
              replaced(text, random))) {
        assertThat(terms(language, typed))
            .as("seed %d, text %s, typed %s", seed, escaped(text), escaped(typed))
            .isEqualTo(expected);
      }
    }
  }

  /** The letters of a language, as the Common Locale Data Repository lists them. */
  private static List<String> letters(String language) {
    List<String> letters = new ArrayList<>();
    UnicodeSet exemplars =
        LocaleData.getInstance(ULocale.forLanguageTag(language))
            .getExemplarSet(0, LocaleData.ES_STANDARD);
    for (String letter : exemplars) {
      if (UCharacter.isLetter(letter.codePointAt(0))) {
        letters.add(letter);
      }
    }
    return letters.isEmpty() ? List.of("a", "e", "n", "\u00E9") : letters;
  }

  private static String text(List<String> letters, Random random) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < WORDS; word++) {
      for (int i = 2 + random.nextInt(6); i > 0; i--) {
        text.append(letters.get(random.nextInt(letters.size())));
      }
      if (random.nextInt(4) == 0) {
        text.append('\'').append(letters.get(random.nextInt(letters.size())));
      }
      text.append(' ').append(random.nextInt(3) == 0 ? random.nextInt(10_000) + " " : "");
    }
    return Normalizer2.getNFCInstance().normalize(text);
  }

  /** Inserts invisible characters between characters. */
  private static String withInvisible(String text, Random random) {
    StringBuilder typed = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      typed.append(text.charAt(i));
      if (random.nextInt(4) == 0 && !Character.isHighSurrogate(text.charAt(i))) {
        typed.append(INVISIBLE.charAt(random.nextInt(INVISIBLE.length())));
      }
    }
    return typed.toString();
  }

  /** Replaces apostrophes and digits by others. */
  private static String replaced(String text, Random random) {
    StringBuilder typed = new StringBuilder();
    int zero = ZEROS[random.nextInt(ZEROS.length)];
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        typed.append(APOSTROPHES.charAt(random.nextInt(APOSTROPHES.length())));
      } else if (c >= '0' && c <= '9') {
        typed.append((char) (zero + c - '0'));
      } else {
        typed.append(c);
      }
    }
    return typed.toString();
  }

  private static List<String> terms(String language, String text) {
    return QueryTerms.tokens(LanguageAnalyzers.shipped().forLanguage(language), text).stream()
        .map(QueryTerms.Token::term)
        .toList();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.chars().forEach(c -> escaped.append(c < 0x80 ? (char) c : String.format("\\u%04X", c)));
    return escaped.toString();
  }

  @Test
  void offsetsAreThoseOfTheOriginalText() {
    String text = "a zieken\u00ADhuis \uFB01n \u200Fde\u0301ja\u0300";
    assertThat(QueryTerms.tokens(LanguageAnalyzers.shipped().forLanguage("und"), text))
        .extracting(QueryTerms.Token::term, token -> token.span().coveredText(text))
        .containsExactly(
            tuple("a", "a"),
            tuple("ziekenhuis", "zieken\u00ADhuis"),
            tuple("fin", "\uFB01n"),
            tuple("deja", "de\u0301ja\u0300"));
  }
}
