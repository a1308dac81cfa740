package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.isogloss.core.Language;

/** Headings of a documentation ask in one language for sections in another. */
final class HeadingBenchmark extends NamedBenchmark {
  private static final int DEPTH = 100;

  private final Language asking;
  private final Language asked;

  HeadingBenchmark(String name, Language asking, Language asked) {
    super(
        name,
        "headings of a documentation in "
            + asking.name()
            + " ask for the text below them in "
            + asked.name());
    this.asking = asking;
    this.asked = asked;
  }

  @Override
  public List<TestCollection> collections(Path data) {
    return List.of(Headings.read(data, name(), asking, asked));
  }

  @Override
  public BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener) {
    TestCollection collection = collections(data).getFirst();
    Progress progress = new Progress(listener, collection.queries().size());
    Map<String, Double> measures;
    try (RetrievalSystem.Searchable searchable = system.open(collection.documents())) {
      measures =
          FirstHits.of(
              collection.qrels(),
              searchable.search(collection.queries(), Set.of(), DEPTH, progress::oneAnswered));
    }
    return new BenchmarkResult(
        name(),
        system.model(),
        system.pipeline(),
        "MRR",
        OptionalDouble.of(measures.get(FirstHits.MRR)),
        OptionalDouble.empty(),
        measures,
        Map.of(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
