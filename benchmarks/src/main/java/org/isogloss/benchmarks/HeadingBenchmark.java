// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.isogloss.benchmarks.collection.HeadingCollectionReader;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.core.Language;

/** Headings of a documentation in one language retrieve sections in another, or in the same. */
final class HeadingBenchmark extends AbstractBenchmark {
  private static final int DEPTH = 100;

  private final Language queryLanguage;
  private final Language documentLanguage;

  HeadingBenchmark(String name, Language queryLanguage, Language documentLanguage) {
    super(
        name,
        "headings of a documentation in "
            + queryLanguage.name()
            + " retrieve the text below them in "
            + documentLanguage.name());
    this.queryLanguage = queryLanguage;
    this.documentLanguage = documentLanguage;
  }

  @Override
  public List<TestCollection> collections(Path data) {
    return List.of(HeadingCollectionReader.read(data, name(), queryLanguage, documentLanguage));
  }

  @Override
  public BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener) {
    TestCollection collection = collections(data).getFirst();
    QueryProgress progress = new QueryProgress(listener, collection.queries().size());
    FirstHitMeasures measures;
    try (RetrievalSystem.SearchableCollection searchable = system.open(collection.documents())) {
      measures =
          FirstHitMeasures.evaluate(
              collection.qrels(),
              searchable.search(collection.queries(), Set.of(), DEPTH, progress::queryAnswered));
    }
    return new BenchmarkResult(
            name(),
            system.model(),
            system.pipeline(),
            "MRR",
            OptionalDouble.of(measures.mrr()),
            OptionalDouble.empty(),
            measures.values(),
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty())
        .withInterval(measures.interval());
  }
}
