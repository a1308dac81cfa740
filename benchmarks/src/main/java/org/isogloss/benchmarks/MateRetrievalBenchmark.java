// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.result.CoveredLanguages;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.core.Document;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Run;

/**
 * Mate retrieval: every sentence of one language retrieves its translation among the sentences of
 * another. Each language pair is a collection of its own.
 */
final class MateRetrievalBenchmark extends AbstractBenchmark {
  /** Maximum depth of rankings; the measures regard the first ranks only. */
  private static final int DEPTH = 1000;

  private final String measureName;
  private final Measure measure;
  private final Function<Path, List<MateTestSet>> reader;

  /**
   * Describes a benchmark.
   *
   * @param measureName common name of {@code measure} with one relevant document
   * @param reader reads it from the folder of all benchmarks
   */
  MateRetrievalBenchmark(
      String name,
      String description,
      String measureName,
      Measure measure,
      Function<Path, List<MateTestSet>> reader) {
    super(name, description);
    this.measureName = measureName;
    this.measure = measure;
    this.reader = reader;
  }

  @Override
  public Optional<String> defaultPipeline() {
    return Optional.of("dense");
  }

  @Override
  public List<TestCollection> collections(Path data) {
    return reader.apply(data).stream().map(MateRetrievalBenchmark::collection).toList();
  }

  private static TestCollection collection(MateTestSet mates) {
    String[] codes = mates.name().split("-", -1);
    List<Document> documents = new ArrayList<>();
    List<Query> queries = new ArrayList<>();
    List<Judgement> judgements = new ArrayList<>();
    for (SentencePair pair : mates.pairs()) {
      int line = queries.size() + 1;
      Query query = new Query(codes[0] + "/" + line, mates.languages().source(), pair.source());
      Document document =
          new Document(codes[1] + "/" + line, mates.languages().target(), "", pair.target());
      queries.add(query);
      documents.add(document);
      judgements.add(new Judgement(query.id(), document.id(), 1));
    }
    return new TestCollection(mates.name(), documents, queries, judgements);
  }

  @Override
  public BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener) {
    List<MateTestSet> all = reader.apply(data);
    QueryProgress progress =
        new QueryProgress(listener, all.stream().mapToLong(mates -> mates.pairs().size()).sum());
    Map<String, Double> counted = new LinkedHashMap<>();
    Map<String, Double> covered = new LinkedHashMap<>();
    Map<String, Double> uncounted = new LinkedHashMap<>();
    for (MateTestSet mates : all) {
      double figure = measure(collection(mates), system, progress);
      (mates.inAverage() ? counted : uncounted).put(mates.name(), figure);
      if (mates.inAverage() && CoveredLanguages.coverBoth(mates.languages())) {
        covered.put(mates.name(), figure);
      }
    }
    return new BenchmarkResult(
        name(),
        system.model(),
        system.pipeline(),
        measureName,
        mean(counted),
        mean(covered),
        Map.of(),
        counted,
        uncounted,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private double measure(
      TestCollection collection, RetrievalSystem system, QueryProgress progress) {
    try (RetrievalSystem.SearchableCollection searchable =
        system.symmetric().open(collection.documents())) {
      Run run = searchable.search(collection.queries(), Set.of(), DEPTH, progress::queryAnswered);
      return Evaluation.of(collection.qrels(), run, List.of(measure), EvaluationOptions.COMPLETE)
          .value(measure);
    }
  }

  private static OptionalDouble mean(Map<String, Double> figures) {
    return figures.values().stream().mapToDouble(Double::doubleValue).average();
  }
}
