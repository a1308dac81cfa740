// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LanguageTest {
  @ParameterizedTest
  @CsvSource({
    "de, de, deu, Latn",
    "DEU, de, deu, Latn",
    "ger, de, deu, Latn",
    "de-AT, de, deu, Latn",
    "cmn, zh, zho, Hans",
    "zh_TW, zh-Hant, zho, Hant",
    "zh-Hant-HK, zh-Hant, zho, Hant",
    "pes, fa, fas, Arab",
    "swh, sw, swa, Latn",
    "tgl, tl, tgl, Latn",
    "fil, tl, tgl, Latn",
    "ckb, ckb, ckb, Arab",
    "sr-Latn, sr-Latn, srp, Latn",
    "und, und, und, Zyyy"
  })
  void acceptsEveryKindOfCode(String input, String tag, String alpha3, String script) {
    Language language = Language.of(input);
    assertThat(language.tag()).isEqualTo(tag);
    assertThat(language.alpha3()).isEqualTo(alpha3);
    assertThat(language.script()).isEqualTo(script);
  }

  @Test
  void knowsTheDirectionOfAScript() {
    assertThat(Language.of("he").direction()).isEqualTo(Language.Direction.RIGHT_TO_LEFT);
    assertThat(Language.of("ur").direction()).isEqualTo(Language.Direction.RIGHT_TO_LEFT);
    assertThat(Language.of("ja").direction()).isEqualTo(Language.Direction.LEFT_TO_RIGHT);
  }

  @Test
  void suggestsTheCodeOfALanguageTypedByName() {
    assertThatThrownBy(() -> Language.of("german"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("\"german\"")
        .hasMessageContaining("did you mean de?");
    assertThat(Language.find("xx-nothing")).isEmpty();
    assertThat(Language.find("")).isEmpty();
  }

  @Test
  void everyLanguageIsFoundByItsOwnTag() {
    for (Language language : Language.all()) {
      assertThat(Language.of(language.tag())).isEqualTo(language);
      assertThat(Language.of(language.alpha3()).alpha3()).isEqualTo(language.alpha3());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "de, de",
    "zh_TW, zh-Hant",
    "zh-hant-hk, zh-Hant",
    "sr-Latn-RS, sr-Latn",
    "ja-Jpan, ja",
    "pt-br, pt",
    "en-001, en",
    "und, und"
  })
  void findsLanguagesInNames(String name, String tag) {
    assertThat(Language.findInName(name)).map(Language::tag).hasValue(tag);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it-department",
        "hr-documents",
        "my-docs",
        "is-a",
        "no-reply",
        "br-en",
        "de-DE-1996",
        "docs",
        "de-",
        ""
      })
  void findsNoLanguageInOtherNames(String name) {
    assertThat(Language.findInName(name)).isEmpty();
  }
}
