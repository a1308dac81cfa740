package org.isogloss.benchmarks;

/** Hears how far a benchmark is, from any thread. */
@FunctionalInterface
public interface BenchmarkListener {
  /** Hears nothing. */
  BenchmarkListener NONE = (searched, queries) -> {};

  /**
   * Some queries were answered.
   *
   * @param completed how many so far
   * @param total how many there will be in all
   */
  void progress(long completed, long total);
}
