// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JapaneseReadingsTest {
  private final JapaneseReadings readings = new JapaneseReadings();

  @Test
  void pronouncesWords() {
    assertThat(readings.read("猫は何時間眠る")).isEqualTo("ネコ ワ ナン ジカン ネムル");
    assertThat(readings.read("東京へ行きます。")).isEqualTo("トーキョー エ イキ マス 。");
  }

  @Test
  void keepsWhatTheDictionaryDoesNotHave() {
    assertThat(readings.read("Isogloss 2026")).isEqualTo("Isogloss 2026");
    assertThat(readings.read("")).isEmpty();
    assertThat(readings.read("猫")).isEqualTo("ネコ");
  }
}
