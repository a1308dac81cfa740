// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetadataTest {
  @Test
  void keepsTheOrderOfFieldsAndIsImmutable() {
    Metadata metadata =
        Metadata.EMPTY
            .with("b", MetadataValue.of("x"))
            .with("a", MetadataValue.of("y", "z"))
            .with("b", MetadataValue.of(2));
    assertThat(metadata.fields().keySet()).containsExactly("b", "a");
    assertThat(metadata.find("b")).contains(MetadataValue.of(2));
    assertThat(metadata.find("c")).isEmpty();
    assertThat(Metadata.EMPTY.isEmpty()).isTrue();
    assertThatThrownBy(() -> metadata.fields().remove("a"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> metadata.with(" ", MetadataValue.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a field needs a name");
  }

  @Test
  void numbersAreEqualIfTheirValuesAre() {
    assertThat(MetadataValue.of(1.50)).isEqualTo(MetadataValue.of(1.5)).hasToString("1.5");
    assertThat(MetadataValue.of(100)).hasToString("100");
    assertThat(new MetadataValue.NumberValue(new BigDecimal("9007199254740993")))
        .hasToString("9007199254740993");
    assertThat(new MetadataValue.NumberValue(new BigDecimal("1e300"))).hasToString("1E+300");
    assertThatThrownBy(() -> MetadataValue.of(Double.NaN))
        .hasMessageContaining("the number is NaN, expected a finite one");
  }

  @Test
  void aListHasValuesOfOneType() {
    assertThat(MetadataValue.of("a", "b")).hasToString("a, b");
    assertThat(MetadataValue.of("a", "b").elements()).hasSize(2);
    assertThat(MetadataValue.of(true).elements()).containsExactly(MetadataValue.of(true));
    assertThatThrownBy(() -> new MetadataValue.ListValue(List.of()))
        .hasMessageContaining("a list of values is empty");
    assertThatThrownBy(
            () -> new MetadataValue.ListValue(List.of(MetadataValue.of(1), MetadataValue.of("x"))))
        .hasMessageContaining("a list contains the number 1 and the string \"x\"");
    assertThatThrownBy(() -> new MetadataValue.ListValue(List.of(MetadataValue.of("a", "b"))))
        .hasMessageContaining("contains a list");
  }
}
