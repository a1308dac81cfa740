// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.normalization;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.text.Normalizer2;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextNormalizerTest {
  private static String normalized(String language, String text) {
    return TextNormalizer.of(language).normalize(text).text();
  }

  @ParameterizedTest
  @CsvSource({
    "fr, de\u0301ce\u0300s, d\u00E9c\u00E8s",
    "ko, \u1112\u1161\u11AB, \uD55C",
    "ja, \u304B\u3099, \u304C",
    "ja, \uFF76\uFF9E\uFF77, \u30AC\u30AD",
    "hi, \u0928\u093C, \u0929",
    "en, o\uFB03ce \uFB01rst, office first",
    "de, \uFF22\uFF2D\uFF37, BMW",
    "en, CO\u2082 x\u00B2, CO2 x2",
    "en, \u2163, IV",
    "ja, \uFF12\uFF10\u2103, 20\u00B0C",
    "ja, \uFA19, \u795E",
    "nl, \u0133s, ijs",
    "ar, \uFEF3\uFEE3, \u064A\u0645",
    "ar, \u0671\u0644, \u0627\u0644",
    "fa, \u06A9\u062A\u0627\u0628\u06CC, \u0643\u062A\u0627\u0628\u064A",
    "ur, \u06C1, \u0647",
    "he, \u05E9\uFB2A, \u05E9\u05E9\u05C1",
    "th, \u0E19\u0E49\u0E33, \u0E19\u0E49\u0E33",
    "th, \u0E19\u0E4D\u0E32, \u0E19\u0E33",
    "ko, \u314B\u314B, \u314B\u314B",
    "ml, \u0D28\u0D4D\u200D, \u0D7B",
    "bn, \u09A4\u09CD\u200D, \u09CE",
  })
  void composesWhatLooksTheSame(String language, String text, String expected) {
    assertThat(normalized(language, text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "nl, zieken\u00ADhuis, ziekenhuis",
    "en, zero\u200Bwidth, zerowidth",
    "he, \u200Fabc\u200E, abc",
    "ar, \u2067abc\u2069, abc",
    "en, word\u2060joiner, wordjoiner",
    "en, \uFEFFhello, hello",
    "ja, \u845B\uDB40\uDD00\u57CE, \u845B\u57CE",
    "en, e\u034F\u0301, \u00E9",
    "hi, \u0915\u094D\u200D\u092F\u093E, \u0915\u094D\u092F\u093E",
    "de, Auf\u200Clage, Auflage",
    "fa, \u0627\u200C\u0647, \u0627\u200C\u0647",
  })
  void removesWhatIsInvisible(String language, String text, String expected) {
    assertThat(normalized(language, text)).isEqualTo(expected);
  }

  @Test
  void hasOneApostropheAndOneHyphen() {
    for (String apostrophe : "\u2019 \u2018 \u02BC \u2032 \u00B4 \uFF07".split(" ", -1)) {
      assertThat(normalized("uk", "\u043F" + apostrophe + "\u044F")).isEqualTo("\u043F'\u044F");
    }
    assertThat(normalized("en", "Wi\u2011Fi")).isEqualTo("Wi-Fi");
    assertThat(normalized("he", "\u05E6\u05D4\u05F4\u05DC")).isEqualTo("\u05E6\u05D4\"\u05DC");
    assertThat(normalized("he", "\u05E6\u05D4\u201D\u05DC")).isEqualTo("\u05E6\u05D4\"\u05DC");
    assertThat(normalized("he", "\u201C\u05E6\u05D4\u201D")).isEqualTo("\u201C\u05E6\u05D4\u201D");
  }

  @ParameterizedTest
  @CsvSource({
    "ar, \u0662\u0660\u0662\u0664",
    "fa, \u06F2\u06F0\u06F2\u06F4",
    "ne, \u0968\u0966\u0968\u096A",
    "th, \u0E52\u0E50\u0E52\u0E54",
    "my, \u1042\u1040\u1042\u1044",
    "en, \uD835\uDFD0\uD835\uDFCE\uD835\uDFD0\uD835\uDFD2",
  })
  void hasTheDigitsOfAscii(String language, String digits) {
    assertThat(normalized(language, digits)).isEqualTo("2024");
  }

  @Test
  void everyCharacterEqualsItsCanonicalDecomposition() {
    Normalizer2 decomposition = Normalizer2.getNFDInstance();
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      if (decomposition.getDecomposition(c) != null) {
        for (String marks : List.of("", "\u0323", "\u0655\u0301")) {
          String text = Character.toString(c) + marks;
          assertThat(normalized("ur", decomposition.normalize(text)))
              .as("U+%04X%s", c, marks)
              .isEqualTo(normalized("ur", text));
        }
      }
    }
    assertThat(normalized("ur", "\u06C2")).isEqualTo("\u0647\u0654");
  }

  @Test
  void knowsThePlacesInTheOriginalText() {
    String text = "a\u00AD\uFB01n e\u0301t\uDB40\uDD00";
    NormalizedText normalized = TextNormalizer.of("en").normalize(text);
    assertThat(normalized.text()).isEqualTo("afin \u00E9t");
    int[] origins = {0, 2, 2, 3, 4, 5, 7, text.length()};
    for (int i = 0; i < origins.length; i++) {
      assertThat(normalized.originalOffset(i)).as("offset %d", i).isEqualTo(origins[i]);
    }
  }

  @Test
  void doesNotCopyANormalisedText() {
    String text = "Vi\u1EC7t Nam, \u043C\u043E\u0441\u043A\u0432\u0430, \u6771\u4EAC";
    NormalizedText normalized = TextNormalizer.of("vi").normalize(text);
    assertThat(normalized.text()).isSameAs(text);
    assertThat(normalized.originalOffset(3)).isEqualTo(3);
  }
}
