// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.answer;

import static org.assertj.core.api.Assertions.assertThat;

import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;

class AnswerExampleTest {
  private static final int S = Encoding.SPECIAL;
  private static final int Q = Encoding.FIRST;
  private static final int T = Encoding.SECOND;

  /** [CLS] question [SEP] and the tokens at 10-12, 13-15, 15-18 of a text, and [SEP]. */
  private static final Encoding WINDOW =
      new Encoding(
          new int[7],
          new int[7],
          new int[] {S, Q, S, T, T, T, S},
          new int[] {0, 12, 0, 10, 13, 15, 0},
          new int[] {0, 18, 0, 12, 15, 18, 0});

  private static void assertTokens(int start, int end, int first, int last) {
    AnswerExample example = AnswerExample.of(WINDOW, start, end);
    assertThat(example.first()).isEqualTo(first);
    assertThat(example.last()).isEqualTo(last);
  }

  @Test
  void findsTheTokensThatOverlapWithTheAnswer() {
    assertTokens(13, 15, 4, 4);
    assertTokens(10, 18, 3, 5);
    assertTokens(11, 14, 3, 4);
    assertTokens(16, 17, 5, 5);
  }

  @Test
  void windowWithoutTheWholeAnswerHasNone() {
    assertTokens(8, 12, 0, 0);
    assertTokens(15, 19, 0, 0);
    assertTokens(30, 32, 0, 0);
    assertTokens(12, 13, 0, 0);
  }
}
