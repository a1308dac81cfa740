// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the answered queries over all searches of a benchmark. */
final class QueryProgress {
  private final BenchmarkListener listener;
  private final long queries;
  private final AtomicLong answeredQueries = new AtomicLong();

  QueryProgress(BenchmarkListener listener, long queries) {
    this.listener = listener;
    this.queries = queries;
  }

  void queryAnswered() {
    listener.progress(answeredQueries.incrementAndGet(), queries);
  }
}
