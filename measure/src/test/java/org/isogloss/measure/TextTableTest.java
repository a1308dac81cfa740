// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void countsTheWidthOfWideCharactersAndCombiningMarks() {
    TextTable table = new TextTable(List.of("query", "n")).row(List.of("日本語", "7"));
    assertThat(table.row(List.of("e\u0301te\u0301", "12")).toString())
        .isEqualTo("query    n\n日本語   7\ne\u0301te\u0301     12\n");
  }

  @Test
  void rejectsRowsOfTheWrongSize() {
    assertThatThrownBy(() -> new TextTable(List.of("a", "b")).row(List.of("c")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 2");
  }
}
