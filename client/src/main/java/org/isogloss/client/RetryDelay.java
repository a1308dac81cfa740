// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** When to repeat a request. */
final class RetryDelay {
  /** The first delay if the server states none; it is doubled. */
  private static final Duration FIRST = Duration.ofMillis(500);

  private RetryDelay() {}

  /**
   * Returns the delay that a server states, or else one that grows with each attempt.
   *
   * @param retry number of attempts that were repeated
   * @param max longest delay if the server states none
   */
  static Duration of(HttpResponse<?> response, int retry, Duration max) {
    return response
        .headers()
        .firstValue("Retry-After")
        .flatMap(RetryDelay::parse)
        .orElseGet(
            () -> {
              Duration doubled = FIRST.multipliedBy(1L << Math.min(retry, 16));
              return doubled.compareTo(max) > 0 ? max : doubled;
            });
  }

  /** Parses seconds or, as proxies may send it, a date; empty if it is neither. */
  private static Optional<Duration> parse(String value) {
    try {
      if (value.matches("[0-9]{1,9}")) {
        return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
      }
      Instant date = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      Duration delay = Duration.between(Instant.now(), date);
      return Optional.of(delay.isNegative() ? Duration.ZERO : delay);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
