package org.isogloss.benchmarks;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the queries answered, over all searches of a benchmark. */
final class Progress {
  private final BenchmarkListener listener;
  private final long queries;
  private final AtomicLong answered = new AtomicLong();

  Progress(BenchmarkListener listener, long queries) {
    this.listener = listener;
    this.queries = queries;
  }

  void oneAnswered() {
    listener.progress(answered.incrementAndGet(), queries);
  }
}
