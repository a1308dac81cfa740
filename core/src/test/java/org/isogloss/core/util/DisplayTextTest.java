// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisplayTextTest {
  @Test
  void makesControlCharactersVisible() {
    assertThat(DisplayText.of("a\033[2Jb\007\r\b\0\177")).isEqualTo("a␛[2Jb␇␍␈␀␡");
    assertThat(DisplayText.of("\u009b31m \u0085")).isEqualTo("\ufffd31m \ufffd");
  }

  @Test
  void makesOverridesAndIsolatesVisible() {
    assertThat(DisplayText.of("photo\u202egnp.exe\u2066x\u2069"))
        .isEqualTo("photo\ufffdgnp.exe\ufffdx\ufffd");
  }

  @Test
  void keepsTheMarksOfWritingSystems() {
    String text = "می\u200cخواهم \u200fשלום\u200e क्\u200dष 👩\u200d🔬 e\u0301 東京";
    assertThat(DisplayText.of(text)).isSameAs(text);
  }

  @Test
  void keepsLayoutInTextAndReplacesItInASingleLine() {
    assertThat(DisplayText.of("a\tb\nc")).isEqualTo("a\tb\nc");
    assertThat(DisplayText.singleLine("a\tb\nc\033")).isEqualTo("a b c␛");
  }

  @Test
  void everyCharacterIsReplacedByOneCharacter() {
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      assertThat(DisplayText.of(String.valueOf(c))).hasSize(1);
      char visible = DisplayText.of(c);
      assertThat(DisplayText.of(visible)).isEqualTo(visible);
      assertThat(visible == '\n' || visible == '\t' || !Character.isISOControl(visible)).isTrue();
    }
  }

  @Test
  void escapesJson() {
    assertThat(DisplayText.escapeJson("{\n  \"id\": \"a\u009bb\u202e\177é\"\n}"))
        .isEqualTo("{\n  \"id\": \"a\\u009bb\\u202e\\u007fé\"\n}");
  }
}
