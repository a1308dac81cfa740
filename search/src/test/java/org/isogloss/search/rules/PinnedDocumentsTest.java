// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PinnedDocumentsTest {
  private static final PinnedDocuments PINS =
      PinnedDocuments.parse(
          "pins", "reset password\tp1\tp2\n# contained\n*VPN*\tv1\n*東京*\tt1\nreset password\tp3\n");

  @Test
  void findsTheDocumentsOfAQueryInTheOrderOfTheLines() {
    assertThat(PINS.of("  Reset   PASSWORD ")).containsExactly("p1", "p2", "p3");
    assertThat(PINS.of("reset my password")).isEmpty();
    assertThat(PINS.size()).isEqualTo(3);
  }

  @Test
  void findsContainedWordsButNoPartsOfWords() {
    assertThat(PINS.of("how do I set up a vpn?")).containsExactly("v1");
    assertThat(PINS.of("openvpn")).isEmpty();
    assertThat(PINS.of("新東京駅")).as("written without spaces").containsExactly("t1");
  }

  @Test
  void aQueryHasAtMostTenDocuments() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < RuleLines.MAX_RULES; i++) {
      lines.append(i % 2 == 0 ? "*vpn*" : "vpn");
      for (int document = 0; document < PinnedDocuments.MAX_DOCUMENTS; document++) {
        lines.append('\t').append(i).append('-').append(document);
      }
      lines.append('\n');
    }
    assertThat(PinnedDocuments.parse("pins", lines.toString()).of("vpn"))
        .hasSize(PinnedDocuments.MAX_DOCUMENTS)
        .startsWith("1-0", "1-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"query", "query\t", "\tp1", "[de]\nquery\tp1"})
  void refusesLinesWithoutQueryOrDocument(String line) {
    assertThatThrownBy(() -> PinnedDocuments.parse("pins", line))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("pins, line ");
  }
}
