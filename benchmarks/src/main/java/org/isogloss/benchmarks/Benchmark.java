package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.List;

/** A test set of the field with the measures that are usual on it. */
public interface Benchmark {
  /** Its name on the command line: {@code xquad-r}. */
  String name();

  /** What is searched with what, and how it is measured, in one sentence. */
  String description();

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
   * @param data as for {@link #collections}
   */
  BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener);
}
