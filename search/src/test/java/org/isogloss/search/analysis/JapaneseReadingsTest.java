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
    assertThat(readings.read("東京へ行きます。")).isEqualTo("トーキョー エ イキマス。");
  }

  @Test
  void keepsWhatTheDictionaryDoesNotHave() {
    assertThat(readings.read("Isogloss 2026")).isEqualTo("Isogloss 2026");
    assertThat(readings.read("")).isEmpty();
    assertThat(readings.read("猫")).isEqualTo("ネコ");
  }

  @Test
  void doesNotSeparateEndingsOfVerbs() {
    assertThat(readings.read("トムはドアの方へ引っぱっていった。")).isEqualTo("トム ワ ドア ノ ホー エ ヒッパッテ イッタ。");
    assertThat(readings.read("本を読んだので、食べませんでした。")).isEqualTo("ホン ヲ ヨンダ ノデ、 タベマセン デシタ。");
    assertThat(readings.read("高いですから行かない")).isEqualTo("タカイ デス カラ イカナイ");
    assertThat(readings.read("名前が呼び出されない")).isEqualTo("ナマエ ガ ヨビダサレナイ");
  }

  @Test
  void keepsTheSpacesOfForeignText() {
    assertThat(readings.read("Python 1.6 (GPL)は自由です")).isEqualTo("Python 1.6 (GPL) ワ ジユー デス");
  }
}
