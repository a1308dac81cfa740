// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

/**
 * Chooses between two ways to run a text by their recent latencies. Two threads are faster than one
 * on an idle machine, and slower if other programs use the processors. Thread-safe.
 */
final class LatencyBasedSelector {
  /** Number of runs after which the slower alternative is tried again. */
  static final int RETRY_INTERVAL = 16;

  /** The fixed costs of a run, in tokens. */
  private static final int FIXED_COST_TOKENS = 10;

  /** The weight of the last run in the average. */
  private static final double SMOOTHING = 0.25;

  /** Average nanoseconds per token; zero before the first run. */
  private final double[] cost = new double[2];

  private int runs;

  /** Returns the alternative for the next run, 0 or 1. */
  synchronized int select() {
    int faster = cost[1] <= cost[0] ? 1 : 0;
    return ++runs % RETRY_INTERVAL == 0 ? 1 - faster : faster;
  }

  /**
   * Records a run.
   *
   * @param alternative 0 or 1
   * @param nanos duration of the run in nanoseconds
   * @param tokens length of the text
   */
  synchronized void record(int alternative, long nanos, int tokens) {
    double nanosPerToken = (double) nanos / (FIXED_COST_TOKENS + tokens);
    cost[alternative] =
        cost[alternative] == 0
            ? nanosPerToken
            : (1 - SMOOTHING) * cost[alternative] + SMOOTHING * nanosPerToken;
  }
}
