// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExcerptTest {
  @Test
  void keepsShortText() {
    assertThat(Excerpt.quote("Straße")).isEqualTo("\"Straße\"");
    assertThat(Excerpt.unquoted("x".repeat(80))).isEqualTo("x".repeat(80));
  }

  @Test
  void truncatesLongTextBetweenCharacters() {
    assertThat(Excerpt.quote("x".repeat(81))).isEqualTo("\"" + "x".repeat(80) + "...\"");
    assertThat(Excerpt.unquoted("x".repeat(79) + "𝄞 clef")).isEqualTo("x".repeat(79) + "...");
    assertThat(Excerpt.unquoted("x".repeat(78) + "𝄞 clef")).isEqualTo("x".repeat(78) + "𝄞...");
  }

  @Test
  void replacesControlCharacters() {
    assertThat(Excerpt.unquoted("a\nb\u001b[31m")).isEqualTo("a b␛[31m");
  }
}
