// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.typing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TypingTest {
  @Test
  void omitsAccents() {
    assertThat(Typing.UNACCENTED.type("Où est la gare à Łódź ?", 1))
        .contains("Ou est la gare a Lodz ?");
    assertThat(Typing.UNACCENTED.type("where is it", 1)).isEmpty();
    assertThat(Typing.CAREFUL.type("Où", 1)).contains("Où");
  }

  @ParameterizedTest
  @ValueSource(strings = {"printer settings", "Druckereinstellungen", "настройки принтера"})
  void misspellsInsideOneWord(String text) {
    TreeSet<String> typed = new TreeSet<>();
    Random hashes = new Random(42);
    for (int i = 0; i < 1_000; i++) {
      typed.add(Typing.MISSPELT.type(text, hashes.nextLong()).orElseThrow());
    }
    assertThat(typed)
        .hasSizeGreaterThan(10)
        .allMatch(error -> error.charAt(0) == text.charAt(0))
        .allMatch(error -> error.charAt(error.length() - 1) == text.charAt(text.length() - 1))
        .allMatch(error -> Math.abs(error.length() - text.length()) <= 1);
  }

  @Test
  void misspellsOnlyLongWordsOfLetters() {
    assertThat(Typing.MISSPELT.type("what is X11R6 for", 1)).isEmpty();
    assertThat(Typing.MISSPELT.type("プリンターの設定を変更する", 1).map(String::length).orElse(0))
        .isBetween(0, 14);
    assertThat(Typing.MISSPELT.type("打印机设置和网络配置", 1)).isEmpty();
  }
}
