// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordPatternTest {
  @ParameterizedTest
  @CsvSource({
    "house, The House and the houses: House",
    "hous*, The House and the houses: House houses",
    "*haus, Das Rathaus am Haus: Rathaus Haus",
    "white house, a White  House.: White  House",
    "a.b, a.b axb: a.b",
    "cafe\u0301, Ein Café: Café",
    "東京, 東京都と東京: 東京 東京",
    "Python, 使用Python语言: Python",
    "บ้าน, ฉันกลับบ้านแล้ว: บ้าน",
    "كتاب, هذا كتاب والكتاب: كتاب",
    "*كتاب, هذا كتاب والكتاب: كتاب والكتاب",
    "किताब, यह किताब और किताबें: किताब",
    "42, 42 is not 421: 42"
  })
  void findsWholeWords(String words, String textAndMatches) {
    String[] parts = textAndMatches.split(": ", -1);
    assertThat(
            WordPattern.of(words).find(parts[0]).stream()
                .map(span -> span.coveredText(parts[0]))
                .reduce((a, b) -> a + " " + b))
        .hasValue(parts[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "*", "?!"})
  void rejectsWordsWithoutLetters(String words) {
    assertThatThrownBy(() -> WordPattern.of(words))
        .isInstanceOf(IsoglossException.class)
        .hasMessageEndingWith("expected at least one letter or digit");
  }

  @Test
  void boundsTheWork() {
    assertThatThrownBy(() -> WordPattern.of("*a*b*c*"))
        .hasMessageContaining("at most 200 characters and 3 asterisks");
    String text = "a".repeat(20_000);
    assertThat(WordPattern.of("*a*b").find(text)).isEmpty();
  }
}
