// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class AlignmentTest {
  @Test
  void writesSortedLinksWithoutDuplicates() {
    assertThat(
            Alignment.of(
                List.of(
                    new AlignmentLink(10, 2),
                    new AlignmentLink(2, 1),
                    new AlignmentLink(2, 0),
                    new AlignmentLink(2, 1))))
        .hasToString("2-0 2-1 10-2");
    assertThat(Alignment.NONE).hasToString("");
  }

  @Test
  void parsesPharaohFormat() {
    assertThat(Alignment.parse(" 0-0  12-3\n").links())
        .containsExactly(new AlignmentLink(0, 0), new AlignmentLink(12, 3));
    assertThat(Alignment.parse("")).isEqualTo(Alignment.NONE);
  }

  @Test
  void rejectsMalformedLinks() {
    for (String malformed : List.of("0", "0:1", "a-1", "1-", "-1-2", "0-0 1 2")) {
      assertThatThrownBy(() -> Alignment.parse(malformed))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("is not a link: expected two word positions from 0, such as 0-1");
    }
  }
}
