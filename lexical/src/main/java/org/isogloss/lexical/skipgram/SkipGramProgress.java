// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How far training has advanced.
 *
 * @param words number of words processed in all epochs by all threads, including those that
 *     sub-sampling left out, as fastText counts them
 * @param totalWords number of words that all epochs process
 * @param loss mean loss of the pairs of word and context so far; 0 before the first pair
 * @param elapsed time since the first update
 */
public record SkipGramProgress(long words, long totalWords, double loss, Duration elapsed) {
  public SkipGramProgress {
    requireNonNull(elapsed, "elapsed is null");
  }

  /** Returns the fraction of the training that is complete, 0 to 1. */
  public double fraction() {
    return (double) words / totalWords;
  }

  /** Returns the number of words processed in a second by all threads together. */
  public double wordsPerSecond() {
    return words / Math.max(elapsed.toNanos() / 1e9, 1e-9);
  }

  /** Returns the remaining time at the current rate; zero before the first words. */
  public Duration remaining() {
    return words == 0
        ? Duration.ZERO
        : Duration.ofNanos((long) (elapsed.toNanos() * ((double) (totalWords - words) / words)));
  }
}
