package org.isogloss.search;

import java.time.Duration;
import java.util.Optional;

/**
 * How far indexing has come.
 *
 * @param records read from the source, those of a run that was killed before included
 * @param passages written by this run
 * @param recordsPerSecond of this run
 * @param fraction of the source that was read, from 0 to 1
 * @param remaining time that the rest will take at this rate; empty while that cannot be told
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
    Optional<Duration> left =
        done > 0 && seconds >= 1
            ? Optional.of(Duration.ofMillis((long) (1000 * seconds * (1 - fraction) / done)))
            : Optional.empty();
    return new IndexingProgress(records, passages, rate, fraction, left);
  }
}
