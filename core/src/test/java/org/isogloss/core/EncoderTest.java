package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EncoderTest {
  @Test
  void aVectorOfZerosSaysNothing() {
    assertThat(Encoder.isKnown(new float[] {0, -0f, 0})).isFalse();
    assertThat(Encoder.isKnown(new float[0])).isFalse();
    assertThat(Encoder.isKnown(new float[] {0, 0, Float.MIN_VALUE})).isTrue();
  }
}
