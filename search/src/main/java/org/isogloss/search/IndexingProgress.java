// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.time.Duration;
import java.util.Optional;

/**
 * The progress of indexing.
 *
 * @param records number of records read from the source, including those of a killed run that this
 *     run resumes
 * @param passages number of passages that this run has written
 * @param recordsPerSecond rate of this run
 * @param fraction fraction of the source that has been read, from 0 to 1
 * @param remaining estimated remaining time at this rate; empty until it can be estimated
 */
public record IndexingProgress(
    long records,
    long passages,
    double recordsPerSecond,
    double fraction,
    Optional<Duration> remaining) {
  static IndexingProgress of(
      long records,
      long passages,
      long resumedAt,
      double fraction,
      double startFraction,
      Duration elapsed) {
    double seconds = elapsed.toNanos() / 1e9;
    double rate = seconds > 0 ? (records - resumedAt) / seconds : 0;
    double done = fraction - startFraction;
    Optional<Duration> remaining =
        done > 0 && seconds >= 1
            ? Optional.of(Duration.ofMillis((long) (1000 * seconds * (1 - fraction) / done)))
            : Optional.empty();
    return new IndexingProgress(records, passages, rate, fraction, remaining);
  }
}
