// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FacetTest {
  @ParameterizedTest
  @ValueSource(strings = {"price by 10", "looked at on", "a \"b\" by month", "by", "price"})
  void readsTheNamesOfFieldsThatItWrites(String field) {
    Facet facet = Facet.of(field);
    assertThat(Facet.parse(facet.toString())).isEqualTo(facet);
  }
}
