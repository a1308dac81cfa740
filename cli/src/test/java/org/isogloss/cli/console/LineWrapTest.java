// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.isogloss.core.Span;
import org.junit.jupiter.api.Test;

class LineWrapTest {
  @Test
  void breaksBetweenWordsAndKeepsLines() {
    assertThat(LineWrap.wrap("The cat sleeps.\n\nIt is warm", 9))
        .isEqualTo("The cat\nsleeps.\n\nIt is\nwarm");
    assertThat(LineWrap.wrap("The Oberweserdampfschiff", 9)).isEqualTo("The\nOberweserdampfschiff");
    assertThat(LineWrap.wrap("", 9)).isEmpty();
  }

  @Test
  void breaksBetweenWideCharacters() {
    assertThat(LineWrap.wrap("我們買了房子", 7)).isEqualTo("我們買\n了房子");
  }

  @Test
  void leavesOutFurtherLines() {
    assertThat(LineWrap.lines("a b c d", 3, 1)).containsExactly(new Span(0, 4));
  }
}
