// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NameSuggestionsTest {
  @Test
  void suggestsTheNearestName() {
    List<String> known = List.of("learning_rate", "batch_size", "seed");
    assertThat(NameSuggestions.nearest("leraning_rate", known)).contains("learning_rate");
    assertThat(NameSuggestions.nearest("Batchsize", known)).contains("batch_size");
    assertThat(NameSuggestions.nearest("temperature", known)).isEmpty();
  }

  @Test
  void countsASwapOfNeighboursAsOneEdit() {
    assertThat(NameSuggestions.distance("seed", "sede")).isEqualTo(1);
    assertThat(NameSuggestions.distance("", "abc")).isEqualTo(3);
  }
}
