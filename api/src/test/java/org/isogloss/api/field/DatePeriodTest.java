// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatePeriodTest {
  @ParameterizedTest
  @CsvSource({
    "2024, 2024-01-01T00:00:00Z, 2025-01-01T00:00:00Z",
    "2024-02, 2024-02-01T00:00:00Z, 2024-03-01T00:00:00Z",
    "2024-02-29, 2024-02-29T00:00:00Z, 2024-03-01T00:00:00Z",
    "2024-12-31T23:59, 2024-12-31T23:59:00Z, 2025-01-01T00:00:00Z",
    "2024-12-31 23:59:59, 2024-12-31T23:59:59Z, 2025-01-01T00:00:00Z",
    "2024-05-01T12:00:00Z, 2024-05-01T12:00:00Z, 2024-05-01T12:00:01Z",
    "2024-05-01T12:00:00.250Z, 2024-05-01T12:00:00.250Z, 2024-05-01T12:00:00.251Z",
    "2024-05-01T12:00+02:00, 2024-05-01T10:00:00Z, 2024-05-01T10:01:00Z",
    "2024-05-01T12:00:00-0500, 2024-05-01T17:00:00Z, 2024-05-01T17:00:01Z",
  })
  void readsPeriods(String text, String start, String end) {
    DatePeriod period = DatePeriod.parse(text).orElseThrow();
    assertThat(Instant.ofEpochMilli(period.start())).isEqualTo(Instant.parse(start));
    assertThat(Instant.ofEpochMilli(period.end())).isEqualTo(Instant.parse(end));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "24",
        "2024-13",
        "2023-02-29",
        "2024-1-1",
        "01.05.2024",
        "2024-05-01T25:00",
        "2024-05-01T12",
        "2024-05-01T12:00+99:00",
        "2024-05-01x",
        "next week"
      })
  void rejectsWhatIsNoDate(String text) {
    assertThat(DatePeriod.parse(text)).isEmpty();
  }

  @Test
  void onlyDaysAndTimesLookLikeDates() {
    assertThat(DatePeriod.looksLikeDate("2024-05-01")).isTrue();
    assertThat(DatePeriod.looksLikeDate("2024-05-01T12:00Z")).isTrue();
    assertThat(DatePeriod.looksLikeDate("2024")).isFalse();
    assertThat(DatePeriod.looksLikeDate("2024-05")).isFalse();
  }
}
