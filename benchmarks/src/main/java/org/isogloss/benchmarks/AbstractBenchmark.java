// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

/** Properties of all benchmarks. */
abstract class AbstractBenchmark implements Benchmark {
  private final String name;
  private final String description;

  AbstractBenchmark(String name, String description) {
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
