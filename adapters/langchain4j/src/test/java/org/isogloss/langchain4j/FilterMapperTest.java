// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static dev.langchain4j.store.embedding.filter.Filter.not;
import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.langchain4j.store.embedding.filter.Filter;
import dev.langchain4j.store.embedding.filter.comparison.IsEqualTo;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FilterMapperTest {
  private static final UUID UUID_VALUE = UUID.fromString("00000000-0000-0001-0000-000000000002");

  private static String mapped(Filter filter) {
    return new FilterMapper(name -> name, name -> true).map(filter).toString();
  }

  static Stream<Arguments> filters() {
    return Stream.of(
        arguments(metadataKey("a").isEqualTo("x"), "a = \"x\""),
        arguments(metadataKey("a").isEqualTo(UUID_VALUE), "a = \"" + UUID_VALUE + "\""),
        arguments(metadataKey("a").isEqualTo(1.2f), "a = 1.2"),
        arguments(metadataKey("a").isEqualTo(Long.MAX_VALUE), "a = 9223372036854775807"),
        arguments(new IsEqualTo("a", true), "a = true"),
        arguments(metadataKey("a").isNotEqualTo(1), "not a = 1"),
        arguments(metadataKey("a").isLessThan(1), "a < 1"),
        arguments(metadataKey("a").isLessThanOrEqualTo(1.5), "a <= 1.5"),
        arguments(metadataKey("a").isGreaterThan("x"), "a > \"x\""),
        arguments(metadataKey("a").isGreaterThanOrEqualTo(1L), "a >= 1"),
        arguments(metadataKey("a").isIn(List.of(7)), "a in (7)"),
        arguments(metadataKey("a").isNotIn("x"), "not a in (\"x\")"),
        arguments(
            metadataKey("a").isEqualTo(1).and(metadataKey("b").isEqualTo(2)), "a = 1 and b = 2"),
        arguments(
            not(metadataKey("a").isEqualTo(1).or(metadataKey("b").isEqualTo(2))),
            "not (a = 1 or b = 2)"));
  }

  @ParameterizedTest
  @MethodSource("filters")
  void mapsComparisonsAndTheirCombinations(Filter filter, String expected) {
    assertThat(mapped(filter)).isEqualTo(expected);
  }

  @Test
  void renamesKeys() {
    FilterMapper mapper = new FilterMapper(name -> "renamed." + name, "renamed.a"::equals);
    assertThat(mapper.map(metadataKey("a").isEqualTo(1))).hasToString("renamed.a = 1");
  }

  @Test
  void nothingMeetsAConditionOnAFieldThatDoesNotExist() {
    FilterMapper mapper = new FilterMapper(name -> name, name -> false);
    assertThat(mapper.map(metadataKey("a").isEqualTo(1))).hasToString("not id exists");
    assertThat(mapper.map(metadataKey("a").isNotIn(1))).hasToString("not not id exists");
  }

  static Stream<Arguments> unsupported() {
    Filter handWritten = object -> true;
    return Stream.of(
        arguments(metadataKey("a").containsString("x"), "ContainsString"),
        arguments(not(metadataKey("a").containsString("x")), "ContainsString"),
        arguments(handWritten, "has no counterpart in Isogloss"),
        arguments(metadataKey("a").isEqualTo(" "), "compared with the blank string \" \""),
        arguments(metadataKey("a").isIn("x", ""), "compared with the blank string \"\""),
        arguments(metadataKey("a").isEqualTo(Double.NaN), "compared with NaN"),
        arguments(new IsEqualTo("a", LocalDate.EPOCH), "compared with 1970-01-01"));
  }

  @ParameterizedTest
  @MethodSource("unsupported")
  void rejectsWhatHasNoCounterpart(Filter filter, String problem) {
    assertThatThrownBy(() -> mapped(filter))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining(problem);
  }
}
