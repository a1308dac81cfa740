// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class EncoderTest {
  @Test
  void textWithoutVisibleCharactersIsBlank() {
    assertThat(List.of("", " \t\n", "\u3000\u00a0", "\u200b\ufeff\u202e", "\0\u009b", "\uffff"))
        .allMatch(Encoder::isBlank);
    assertThat(List.of("\ud83d", "\udb40\udc41", "\u2028\u0378")).allMatch(Encoder::isBlank);
    assertThat(List.of("x", " x ", "語", "\u0301", "👩", "-", "\u200b0"))
        .noneMatch(Encoder::isBlank);
  }

  @Test
  void zeroVectorIsNotNonZero() {
    assertThat(Encoder.isNonZero(new float[] {0, -0f, 0})).isFalse();
    assertThat(Encoder.isNonZero(new float[0])).isFalse();
    assertThat(Encoder.isNonZero(new float[] {0, 0, Float.MIN_VALUE})).isTrue();
  }
}
