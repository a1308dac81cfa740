// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairGroupTest {
  @ParameterizedTest
  @CsvSource({"de-en, de, en", "zh-Hant-en, zh-Hant, en", "sr-Latn-tr, sr-Latn, tr"})
  void languagesMayHaveAScript(String name, String left, String right) {
    PairGroup group = new PairGroup("bitext", name, new int[0], new int[0]);
    assertThat(group.languages()).containsExactly(left, right);
  }
}
