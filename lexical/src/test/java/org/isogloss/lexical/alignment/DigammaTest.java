package org.isogloss.lexical.alignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DigammaTest {
  /** Abramowitz and Stegun, table 6.1 and equation 6.3.3. */
  @Test
  void matchesPublishedValues() {
    assertThat(Digamma.of(1)).isCloseTo(-0.5772156649, within(1e-9));
    assertThat(Digamma.of(0.5)).isCloseTo(-1.9635100260, within(1e-9));
    assertThat(Digamma.of(1.5)).isCloseTo(0.0364899740, within(1e-9));
    assertThat(Digamma.of(10)).isCloseTo(2.2517525891, within(1e-9));
  }
}
