// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.normalization;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccentFoldingTest {
  @ParameterizedTest
  @CsvSource({
    "Hà Nội, Ha Noi",
    "Łódź, Lodz",
    "Dvořák, Dvorak",
    "ağaç ışık, agac isik",
    "Ærøskøbing, Aeroskobing",
    "Þjóð, Thjod",
    "Αθήνα, Αθηνα",
    "ёлка чайник, елка чайник",
    "ґанок їжа, ганок іжа",
    "straße, strasse",
    "हिन्दी, हिन्दी",
    "ไทย้, ไทย้",
    "plain, plain",
  })
  void removesAccents(String text, String expected) {
    assertThat(AccentFolding.withoutAccents(text)).isEqualTo(expected);
  }

  @Property(tries = 2_000)
  void wordsWithoutAccentedCharactersHaveNoOtherSpelling(
      @ForAll
          @CharRange(from = 'a', to = '\u05F4')
          @CharRange(from = '\u1E00', to = '\u1FFF')
          @StringLength(max = 6)
          String text) {
    String word = TextNormalizer.of("nb").normalize(text).text();
    if (word.chars().noneMatch(c -> AccentFolding.isAccented((char) c))) {
      assertThat(AccentFolding.spellings(word, "nb")).isEmpty();
    }
  }

  @Test
  void scandinavianLettersAreAlsoWrittenAsTwo() {
    assertThat(AccentFolding.spellings("Tromsø", "nb")).containsExactly("Tromso", "Tromsoe");
    assertThat(AccentFolding.spellings("Göteborg", "sv")).containsExactly("Goteborg", "Goeteborg");
    assertThat(AccentFolding.spellings("Göteborg", "fi")).containsExactly("Goteborg");
    assertThat(AccentFolding.spellings("Oslo", "nb")).isEmpty();
    assertThat(AccentFolding.spellings("東京", "ja")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"сор, cop", "Mосква, Москва", "ХОР, xop"})
  void lookalikesHaveTheSpellingOfTheOtherScript(String word, String expected) {
    assertThat(LookalikeLetters.spelling(word)).contains(expected);
  }

  @ParameterizedTest
  @CsvSource({"cop", "Москва", "Windowsом", "12"})
  void otherWordsHaveNoLookalike(String word) {
    assertThat(LookalikeLetters.spelling(word)).isEmpty();
  }
}
