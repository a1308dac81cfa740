// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.document.Metadata;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.isogloss.core.metadata.MetadataValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentMetadataTest {
  private static Metadata converted(Metadata metadata) {
    return SegmentMetadata.toSegment(SegmentMetadata.toFields(metadata));
  }

  @Provide
  Arbitrary<Map<String, String>> strings() {
    Arbitrary<String> keys =
        Arbitraries.of(
            "id", "language", "blank", "langchain4j.blank", "langchain4j.id", "a=b", "=");
    Arbitrary<String> values = Arbitraries.of("", " ", "\n", "=", "a", "2024-05-31", "true", "1");
    return Arbitraries.maps(keys, values);
  }

  @Property
  void stringsSurvive(@ForAll("strings") Map<String, String> strings) {
    Metadata metadata = Metadata.from(strings);
    assertThat(converted(metadata)).isEqualTo(metadata);
  }

  @Test
  void wholeNumbersSurviveAndOthersBecomeDoubles() {
    Metadata metadata =
        new Metadata()
            .put("int", Integer.MIN_VALUE)
            .put("long", Long.MAX_VALUE)
            .put("float", 1.2f)
            .put("double", Double.MIN_VALUE);
    assertThat(converted(metadata).toMap())
        .isEqualTo(
            Map.of(
                "int", Integer.MIN_VALUE,
                "long", Long.MAX_VALUE,
                "float", 1.2,
                "double", Double.MIN_VALUE));
  }

  @Test
  void uuidsBecomeStrings() {
    UUID uuid = UUID.randomUUID();
    Metadata converted = converted(new Metadata().put("uuid", uuid));
    assertThat(converted.getString("uuid")).isEqualTo(uuid.toString());
    assertThat(converted.getUUID("uuid")).isEqualTo(uuid);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsWhatIsNoFiniteNumber(double value) {
    Metadata metadata = new Metadata().put("price", value);
    assertThatThrownBy(() -> SegmentMetadata.toFields(metadata))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the metadata key \"price\" has the value " + value);
  }

  @Test
  void putsValuesOfEveryType() {
    Metadata metadata = new Metadata();
    SegmentMetadata.put(metadata, "bool", MetadataValue.of(true));
    SegmentMetadata.put(metadata, "list", MetadataValue.of("a", "b"));
    SegmentMetadata.put(metadata, "large", MetadataValue.of(1e300));
    SegmentMetadata.put(metadata, "long", MetadataValue.of(1L << 40));
    SegmentMetadata.put(metadata, "beyond", MetadataValue.of(1e19));
    assertThat(metadata.toMap())
        .isEqualTo(
            Map.of(
                "bool", "true", "list", "a, b", "large", 1e300, "long", 1L << 40, "beyond", 1e19));
  }

  @Test
  void ordersFieldsByName() {
    assertThat(
            SegmentMetadata.toFields(Metadata.from(Map.of("b", "1", "a", "2", "c", "")))
                .fields()
                .keySet())
        .containsExactlyElementsOf(List.of("a", "b", SegmentMetadata.BLANKS));
  }
}
