package org.isogloss.benchmarks;

/** What all benchmarks have. */
abstract class NamedBenchmark implements Benchmark {
  private final String name;
  private final String description;

  NamedBenchmark(String name, String description) {
    this.name = name;
    this.description = description;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }
}
