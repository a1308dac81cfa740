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
import java.util.stream.Collectors;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.isogloss.measure.crosslingual.LanguageBias;
import org.isogloss.measure.crosslingual.LanguageMatrix;
import org.isogloss.measure.crosslingual.RankChange;

/** One collection whose queries and documents are randomly in one of two languages. */
final class MixedLanguageBenchmark extends AbstractBenchmark {
  private static final int DEPTH = 1000;
  private static final int BIAS_DEPTH = 10;
  private static final int RELEVANT_GRADE = 1;

  private final Function<Path, TestCollection> reader;

  MixedLanguageBenchmark(String name, String description, Function<Path, TestCollection> reader) {
    super(name, description);
    this.reader = reader;
  }

  @Override
  public List<TestCollection> collections(Path data) {
    return List.of(reader.apply(data));
  }

  @Override
  public BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener) {
    TestCollection collection = reader.apply(data);
    QueryProgress progress = new QueryProgress(listener, collection.queries().size());
    FirstHitMeasures first;
    Map<String, Language> askedIn =
        collection.queries().stream().collect(Collectors.toMap(Query::id, Query::language));
    Map<String, Language> foundIn = collection.documentLanguages();
    Qrels qrels = collection.qrels();
    LanguageMatrix matrix;
    LanguageBias bias;
    RankChange ranks;
    try (RetrievalSystem.SearchableCollection searchable = system.open(collection.documents())) {
      Run run = searchable.search(collection.queries(), Set.of(), DEPTH, progress::queryAnswered);
      first = FirstHitMeasures.evaluate(qrels, run);
      matrix =
          LanguageMatrix.of(qrels, run, askedIn::get, foundIn::get, Measure.RR, RELEVANT_GRADE);
      bias =
          LanguageBias.of(
              qrels,
              run,
              askedIn::get,
              foundIn::get,
              collection.documentCounts(),
              BIAS_DEPTH,
              RELEVANT_GRADE);
      ranks = RankChange.of(qrels, run, askedIn::get, foundIn::get, RELEVANT_GRADE);
    }
    Map<String, Double> measures = new LinkedHashMap<>(first.values());
    measures.put("own_language_share", bias.queryLanguageShare());
    measures.put("own_language_share_of_relevant", bias.queryLanguageRelevantShare());
    measures.put("rank_change_own_language", ranks.queryLanguageFactor());
    measures.put("rank_change_other_languages", ranks.otherLanguageFactor());
    return new BenchmarkResult(
            name(),
            system.model(),
            system.pipeline(),
            "MRR",
            OptionalDouble.of(first.mrr()),
            OptionalDouble.empty(),
            measures,
            Map.of(),
            Map.of(),
            Optional.of(matrix),
            Optional.of(bias),
            Optional.of(ranks))
        .withInterval(first.interval());
  }
}
