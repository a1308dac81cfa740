// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.system.RetrievalSystem;

/** A published test set with the measures that are reported for it. */
public interface Benchmark {
  /** Returns the name on the command line: {@code xquad-r}. */
  String name();

  /** Returns a description in one sentence: queries, documents, measure. */
  String description();

  /**
   * Returns the pipeline of the figures in the literature, if the benchmark measures an encoder
   * more than a search; empty for the default pipeline of the search.
   */
  default Optional<String> defaultPipeline() {
    return Optional.empty();
  }

  /**
   * Reads its data.
   *
   * @param data the folder that holds the folders of the benchmarks: {@code tatoeba}, {@code xquad}
   *     and so on
   * @throws org.isogloss.core.IsoglossException if they are missing or malformed
   */
  List<TestCollection> collections(Path data);

  /**
   * Measures a system.
   *
   * @param data as in {@link #collections}
   */
  BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener);
}
