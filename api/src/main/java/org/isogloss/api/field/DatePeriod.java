// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api.field;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The time that a date of ISO 8601 denotes: {@code 2024}, {@code 2024-05}, {@code 2024-05-31},
 * {@code 2024-05-31T12:30} with or without seconds and offset. Times without an offset are in UTC.
 *
 * @param start first millisecond since 1970-01-01T00:00Z
 * @param end first millisecond after the period
 */
public record DatePeriod(long start, long end) {
  private static final Pattern YEAR = Pattern.compile("[0-9]{4}");
  private static final Pattern MONTH = Pattern.compile("[0-9]{4}-[0-9]{2}");
  private static final Pattern DAY = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?");
  private static final Pattern OFFSET = Pattern.compile("(.*)(Z|[+-][0-9]{2}:?[0-9]{2})");

  /** Returns the period of a date; empty if the text is not one. */
  public static Optional<DatePeriod> parse(String text) {
    try {
      if (YEAR.matcher(text).matches()) {
        Year year = Year.parse(text);
        return Optional.of(days(year.atDay(1), year.plusYears(1).atDay(1)));
      }
      if (MONTH.matcher(text).matches()) {
        YearMonth month = YearMonth.parse(text);
        return Optional.of(days(month.atDay(1), month.plusMonths(1).atDay(1)));
      }
      if (DAY.matcher(text).matches()) {
        LocalDate day = LocalDate.parse(text);
        return Optional.of(days(day, day.plusDays(1)));
      }
      return time(text);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static DatePeriod days(LocalDate first, LocalDate next) {
    return new DatePeriod(
        first.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli(),
        next.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli());
  }

  private static Optional<DatePeriod> time(String text) {
    var offset = OFFSET.matcher(text);
    String local = offset.matches() ? offset.group(1) : text;
    if (!TIME.matcher(local).matches()) {
      return Optional.empty();
    }
    LocalDateTime time = LocalDateTime.parse(local.replace(' ', 'T'));
    Instant instant =
        offset.matches()
            ? OffsetDateTime.of(time, ZoneOffset.of(offset.group(2))).toInstant()
            : time.toInstant(ZoneOffset.UTC);
    int dot = local.indexOf('.');
    int colons = (int) local.chars().filter(c -> c == ':').count();
    long length = dot >= 0 ? 1 : colons == 1 ? 60_000 : 1_000;
    return Optional.of(new DatePeriod(instant.toEpochMilli(), instant.toEpochMilli() + length));
  }

  /**
   * Returns whether a field of undeclared type is inferred to be a date from this value: only from
   * days and times, since four digits may be any number.
   */
  static boolean looksLikeDate(String text) {
    return text.length() >= 10 && text.length() <= 40 && parse(text).isPresent();
  }
}
