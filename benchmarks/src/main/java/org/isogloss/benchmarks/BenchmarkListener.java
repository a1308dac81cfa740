// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

/** Receives the progress of a benchmark, from any thread. */
@FunctionalInterface
public interface BenchmarkListener {
  /** Ignores all progress. */
  BenchmarkListener NONE = (searched, queries) -> {};

  /**
   * Called when queries were answered.
   *
   * @param completed number of answered queries
   * @param total number of all queries
   */
  void progress(long completed, long total);
}
