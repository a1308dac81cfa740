// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SpringMetadataTest {
  private static Object roundTrip(Object value) {
    return SpringMetadata.values(SpringMetadata.fields(Map.of("a", value))).get("a");
  }

  static Stream<Object> unchanged() {
    return Stream.of(
        "text",
        true,
        2024,
        -7,
        3_000_000_000L,
        new BigInteger("123456789012345678901234567890"),
        0.1,
        -2.5e-9,
        new BigDecimal("0.1234567890123456789"),
        List.of("a", "b"),
        List.of("one"),
        List.of(1, 2),
        List.of(true, false));
  }

  @ParameterizedTest
  @MethodSource("unchanged")
  void returnsWhatWasStored(Object value) {
    assertThat(roundTrip(value)).isEqualTo(value);
  }

  /** Like java.sql.Date. */
  @SuppressWarnings("JavaUtilDate")
  private static final class DayOfSql extends Date {
    private static final long serialVersionUID = 1;

    DayOfSql(long time) {
      super(time);
    }

    @Override
    public Instant toInstant() {
      throw new UnsupportedOperationException();
    }
  }

  static Stream<Arguments> changed() {
    UUID uuid = UUID.fromString("00000000-0000-0001-0000-000000000002");
    Instant time = Instant.parse("2024-05-31T12:30:00Z");
    return Stream.of(
        Arguments.of(2020L, 2020),
        Arguments.of(2020.0, 2020),
        Arguments.of(0.1f, 0.1),
        Arguments.of(1e20, new BigInteger("100000000000000000000")),
        Arguments.of(TimeUnit.DAYS, "DAYS"),
        Arguments.of(uuid, uuid.toString()),
        Arguments.of(LocalDate.of(2024, 5, 31), "2024-05-31"),
        Arguments.of(time, "2024-05-31T12:30:00Z"),
        Arguments.of(Date.from(time), "2024-05-31T12:30:00Z"),
        Arguments.of(new DayOfSql(time.toEpochMilli()), "2024-05-31T12:30:00Z"),
        Arguments.of(time.atZone(ZoneId.of("Europe/Berlin")), "2024-05-31T14:30+02:00"),
        Arguments.of(new String[] {"a", "b"}, List.of("a", "b")));
  }

  @ParameterizedTest
  @MethodSource("changed")
  void returnsOtherTypesInTheirSimplestForm(Object value, Object returned) {
    assertThat(roundTrip(value)).isEqualTo(returned);
  }

  @Test
  void leavesEmptyListsOut() {
    assertThat(SpringMetadata.fields(Map.of("a", List.of(), "b", 1)).fields())
        .containsOnlyKeys("b");
  }

  static Stream<Arguments> rejected() {
    return Stream.of(
        Arguments.of(Map.of("b", 1), "expected a string, number, boolean, date, or list of these"),
        Arguments.of(new float[] {1}, "found a value of the type [F"),
        Arguments.of(List.of(List.of(1)), "expected a string, number"),
        Arguments.of(List.of(1, "b"), "expected values of one type"),
        Arguments.of(Double.POSITIVE_INFINITY, "found Infinity, expected a finite number"));
  }

  @ParameterizedTest
  @MethodSource("rejected")
  void rejectsWhatAFieldCannotHold(Object value, String message) {
    assertThatThrownBy(() -> SpringMetadata.fields(Map.of("a", value)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageStartingWith("the metadata field \"a\": ")
        .hasMessageContaining(message);
  }
}
