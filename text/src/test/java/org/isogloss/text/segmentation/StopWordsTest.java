// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import org.isogloss.core.Language;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StopWordsTest {
  @ParameterizedTest
  @CsvSource({
    "en, The cat is on the table, cat table",
    "de, Die Katze ist auf dem Tisch, Katze Tisch",
    "cs, Kočka je na stole, Kočka stole",
    "hu, A macska az asztal alatt van, macska asztal",
    "fi, Kissa on pöydällä, Kissa on pöydällä"
  })
  void removesFunctionWordsOfTheLanguage(String code, String text, String expected) {
    Language language = Language.of(code);
    assertThat(
            WordSegmenter.split(text, language).stream()
                .map(span -> span.coveredText(text))
                .filter(word -> !StopWords.contains(language, word)))
        .containsExactly(expected.split(" "));
    assertThat(StopWords.isSupported(language)).isEqualTo(!code.equals("fi"));
  }
}
