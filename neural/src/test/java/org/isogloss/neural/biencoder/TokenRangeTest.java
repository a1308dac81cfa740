// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.isogloss.core.Span;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;

class TokenRangeTest {
  /** The tokens {@code [CLS] q_ ka k ispech [SEP]} of {@code q kak ispech hleb}, truncated. */
  private static final Encoding TRUNCATED =
      new Encoding(
          new int[] {1, 2, 3, 4, 5, 6},
          new int[6],
          new int[] {
            Encoding.SPECIAL,
            Encoding.FIRST,
            Encoding.FIRST,
            Encoding.FIRST,
            Encoding.FIRST,
            Encoding.SPECIAL
          },
          new int[] {0, 0, 2, 4, 6, 0},
          new int[] {0, 2, 4, 5, 12, 0});

  @Test
  void coversTheTokensOfAWord() {
    assertThat(TokenRange.covering(new Span(0, 3), TRUNCATED, 2)).hasValue(new TokenRange(2, 4));
    assertThat(TokenRange.covering(new Span(4, 10), TRUNCATED, 2)).hasValue(new TokenRange(4, 5));
    assertThat(TokenRange.covering(new Span(5, 7), TRUNCATED, 2)).hasValue(new TokenRange(4, 5));
  }

  @Test
  void isEmptyForTruncatedWords() {
    assertThat(TokenRange.covering(new Span(11, 15), TRUNCATED, 2)).isEmpty();
    assertThat(TokenRange.covering(new Span(4, 12), TRUNCATED, 2)).isEmpty();
  }

  @Test
  void hasOneTokenOrMore() {
    assertThatThrownBy(() -> new TokenRange(3, 3)).hasMessageContaining("no tokens: [3, 3)");
  }
}
