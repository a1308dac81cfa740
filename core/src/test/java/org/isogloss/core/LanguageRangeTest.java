// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageRangeTest {
  @ParameterizedTest
  @CsvSource({
    "zh, zh, true",
    "zh, zh-Hant, true",
    "zh-Hant, zh-Hant, true",
    "zh-TW, zh-Hant, true",
    "zh_Hant_HK, zh-Hant, true",
    "zh-Hant, zh, false",
    "zh-Hans, zh, true",
    "zh-Hans, zh-Hant, false",
    "zh-CN, zh-Hant, false",
    "zh-SG, zh, true",
    "cmn, zh-Hant, true",
    "zh, yue, true",
    "zh-Hant, yue, true",
    "yue, zh-Hant, false",
    "sr, sr-Latn, true",
    "sr-Cyrl, sr-Latn, false",
    "sr-Cyrl, sr, true",
    "sr, hr, false",
    "no, nb, true",
    "no, nn, true",
    "no, no, true",
    "nb, no, false",
    "nb, nn, false",
    "nor, nob, true",
    "ku, ckb, true",
    "ms, id, false",
    "id, ms, false",
    "ms, min, true",
    "de-AT, de, true",
    "de, de-CH, true",
    "en, de, false",
    "und, und, true",
    "und, de, false",
  })
  void containsTheNamedLanguageAndMoreSpecificOnes(String range, String tag, boolean contained) {
    assertThat(LanguageRange.of(range).contains(Language.of(tag))).isEqualTo(contained);
    assertThat(LanguageRange.of(LanguageRange.of(range).toString()))
        .isEqualTo(LanguageRange.of(range));
  }

  @Test
  void rangeOfALanguageIncludesANonDefaultScript() {
    assertThat(LanguageRange.of(Language.of("zh-Hant"))).hasToString("zh-Hant");
    assertThat(LanguageRange.of(Language.of("zh-Hans"))).hasToString("zh");
    assertThat(LanguageRange.of(Language.UNDETERMINED)).hasToString("und");
  }

  @Test
  void everyMacrolanguageIsKnown() {
    for (Language language : Language.all()) {
      LanguageTable.macrolanguage(language.code())
          .ifPresent(macro -> assertThat(Language.find(macro)).as(macro).isPresent());
    }
  }

  @Test
  void rejectsAnUnknownLanguage() {
    assertThatThrownBy(() -> LanguageRange.of("klingon")).isInstanceOf(IsoglossException.class);
  }
}
