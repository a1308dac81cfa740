package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.system.RetrievalSystem;

/** A test set of the field with the measures that are usual on it. */
public interface Benchmark {
  /** Its name on the command line: {@code xquad-r}. */
  String name();

  /** What is searched with what, and how it is measured, in one sentence. */
  String description();

  /**
   * The pipeline that its figures in the literature stand for, where it measures an encoder more
   * than a search; empty where it measures whatever search would do by default.
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
   * @param data as for {@link #collections}
   */
  BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener);
}
