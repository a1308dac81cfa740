// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.segmentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.isogloss.core.Language;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordSegmenterTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "en; Don't panic: 3.5 million!; Don't|panic|3.5|million",
        "de; Straßenbahn-Fahrer; Straßenbahn|Fahrer",
        "th; ฉันกินข้าว; ฉัน|กิน|ข้าว",
        "zh; 我们在北京大学; 我们|在|北京|大学",
        "ja; 東京に行く; 東京|に|行く",
        "ko; 나는 학교에 간다; 나는|학교에|간다",
        "km; ខ្ញុំ ទៅ; ខ្ញុំ|ទៅ",
        "lo; ຂ້ອຍກິນເຂົ້າ; ຂ້ອຍ|ກິນເຂົ້າ",
        "hi; यह किताब है।; यह|किताब|है",
        "und; plain words 🙂; plain|words",
      })
  void findsWords(String language, String text, String words) {
    assertThat(
            WordSegmenter.split(text, Language.of(language)).stream().map(s -> s.coveredText(text)))
        .isEqualTo(List.of(words.split("\\|", -1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "en; Don't panic: 3.5 million (!?); Don't|panic|:|3.5|million|(|!|?|)",
        "zh; 我们在北京大学。; 我们|在|北京|大学|。",
        "hi; यह किताब है।; यह|किताब|है|।",
        "und; a b 　  🙂…; a|b|🙂|…",
      })
  void findsWordsAndMarks(String language, String text, String words) {
    assertThat(
            WordSegmenter.splitWithMarks(text, Language.of(language)).stream()
                .map(span -> span.coveredText(text)))
        .isEqualTo(List.of(words.split("\\|", -1)));
  }
}
