// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The results of printf of glibc for %.4f. */
class PrintfNumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0.03125, 0.0312",
    "0.09375, 0.0938",
    "0.00005, 0.0001",
    "0.00015, 0.0001",
    "0.99995, 1.0000",
    "0.99994999, 0.9999",
    "-0.00001, -0.0000",
    "-0.0, -0.0000",
    "12345678.90625, 12345678.9062",
    "1e-300, 0.0000",
    "NaN, nan",
    "-Infinity, -inf"
  })
  void roundsLikeC(double value, String text) {
    assertThat(PrintfNumbers.formatFixed(value, 4)).isEqualTo(text);
  }
}
