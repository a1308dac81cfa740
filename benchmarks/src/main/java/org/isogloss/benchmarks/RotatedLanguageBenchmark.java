// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.benchmarks.collection.RotatedQuestions;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.isogloss.measure.stats.ConfidenceInterval;

/**
 * Each question in one language, which changes from question to question, and its answers in all
 * others: no answer can be found by its words or by its language.
 */
final class RotatedLanguageBenchmark extends AbstractBenchmark {
  private static final int DEPTH = 1000;
  private static final Measure NDCG = Measure.ndcg(10);
  private static final Measure RECALL = Measure.recall(50);

  private final Function<Path, RotatedQuestions> reader;

  RotatedLanguageBenchmark(
      String name, String description, Function<Path, RotatedQuestions> reader) {
    super(name, description);
    this.reader = reader;
  }

  @Override
  public List<TestCollection> collections(Path data) {
    return List.of(reader.apply(data).collection());
  }

  @Override
  public BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener) {
    RotatedQuestions rotated = reader.apply(data);
    TestCollection collection = rotated.collection();
    QueryProgress progress = new QueryProgress(listener, collection.queries().size());
    Qrels qrels = collection.qrels();
    Map<String, Double> measures = new LinkedHashMap<>();
    ConfidenceInterval interval;
    try (RetrievalSystem.SearchableCollection searchable = system.open(collection.documents())) {
      Run run =
          searchable
              .search(collection.queries(), Set.of(), DEPTH, progress::queryAnswered)
              .filter((query, document) -> !rotated.isExcluded(query, document));
      List<Measure> all = List.of(NDCG, RECALL, Measure.AP, Measure.RR);
      Evaluation evaluation = Evaluation.of(qrels, run, all, EvaluationOptions.COMPLETE);
      measures.put("ndcg10", evaluation.value(NDCG));
      measures.put("recall50", evaluation.value(RECALL));
      measures.put("map", evaluation.value(Measure.AP));
      measures.put("mrr", evaluation.value(Measure.RR));
      interval = BenchmarkResult.intervalOf(evaluation, NDCG);
    }
    return new BenchmarkResult(
            name(),
            system.model(),
            system.pipeline(),
            "nDCG@10",
            OptionalDouble.of(measures.get("ndcg10")),
            OptionalDouble.empty(),
            measures,
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty())
        .withInterval(interval);
  }
}
