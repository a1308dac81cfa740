// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EscapedIdsTest {
  @Test
  void writesBlanksAsInUrls() {
    assertThat(EscapedIds.escape("my notes 2.txt")).isEqualTo("my%20notes%202.txt");
    assertThat(EscapedIds.escape("東京\u3000駅")).isEqualTo("東京%E3%80%80駅");
  }

  @Test
  void keepsIdsWithoutBlanks() {
    for (String id : new String[] {"d1", "http://a.b/c?d=%20", "100%", "my%20notes.txt"}) {
      assertThat(EscapedIds.escape(id)).isSameAs(id);
    }
  }
}
