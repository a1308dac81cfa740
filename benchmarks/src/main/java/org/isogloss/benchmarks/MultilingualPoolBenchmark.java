// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.result.BenchmarkResult;
import org.isogloss.benchmarks.result.CoveredLanguages;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.trec.RunLine;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.EvaluationOptions;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.isogloss.measure.crosslingual.LanguageBias;
import org.isogloss.measure.crosslingual.LanguageMatrix;
import org.isogloss.measure.crosslingual.RankChange;

/**
 * The same documents in several languages in one collection, and the same queries in each: the
 * effectiveness of queries in one language on documents in another, on the pool of all languages,
 * and the language bias of the pooled ranking.
 */
final class MultilingualPoolBenchmark extends AbstractBenchmark {
  /** Depth of the pooled ranking. */
  private static final int MIXED_DEPTH = 1000;

  /** Number of hits of the pooled ranking that language bias considers. */
  private static final int BIAS_DEPTH = 10;

  private static final int RELEVANT_GRADE = 1;

  private final String measureName;
  private final Measure measure;
  private final Function<Path, TestCollection> reader;

  MultilingualPoolBenchmark(
      String name,
      String description,
      String measureName,
      Measure measure,
      Function<Path, TestCollection> reader) {
    super(name, description);
    this.measureName = measureName;
    this.measure = measure;
    this.reader = reader;
  }

  @Override
  public List<TestCollection> collections(Path data) {
    return List.of(reader.apply(data));
  }

  @Override
  public BenchmarkResult run(Path data, RetrievalSystem system, BenchmarkListener listener) {
    TestCollection pool = reader.apply(data);
    Map<Language, Long> sizes = pool.documentCounts();
    Map<Language, List<Query>> queries = pool.queriesByLanguage();
    List<Language> languages =
        sizes.keySet().stream().sorted(Comparator.comparing(Language::alpha3)).toList();
    QueryProgress progress =
        new QueryProgress(listener, pool.queries().size() * (languages.size() + 1L));
    Map<String, Language> languageOf = pool.documentLanguages();
    LanguageMatrix matrix = new LanguageMatrix();
    RankChange ranks = new RankChange(new LanguageMatrix(), new LanguageMatrix());
    List<Double> mixed = new ArrayList<>();
    List<RunLine> top = new ArrayList<>();
    try (RetrievalSystem.SearchableCollection searchable = system.open(pool.documents())) {
      for (Language queryLanguage : languages) {
        TestCollection part = pool.withQueries(queries.getOrDefault(queryLanguage, List.of()));
        Qrels qrels = part.qrels();
        Run run = searchable.search(part.queries(), Set.of(), MIXED_DEPTH, progress::queryAnswered);
        mixed.add(evaluate(qrels, run).value(measure));
        part.queries().stream()
            .flatMap(query -> run.lines(query.id()).stream().limit(BIAS_DEPTH))
            .forEach(top::add);
        for (Language documentLanguage : languages) {
          int all = sizes.get(documentLanguage).intValue();
          Run alone =
              searchable.search(
                  part.queries(), Set.of(documentLanguage), all, progress::queryAnswered);
          Qrels relevant = qrels.filter((query, id) -> languageOf.get(id).equals(documentLanguage));
          matrix.put(queryLanguage, documentLanguage, evaluate(relevant, alone).value(measure));
          // To the depth of the pooled ranking, as a rank beyond it is not known either.
          Run among = run.filter((query, id) -> languageOf.get(id).equals(documentLanguage));
          RankChange.geometricMeanRank(relevant, among, RELEVANT_GRADE)
              .ifPresent(rank -> ranks.monolingual().put(queryLanguage, documentLanguage, rank));
          RankChange.geometricMeanRank(relevant, run, RELEVANT_GRADE)
              .ifPresent(rank -> ranks.mixed().put(queryLanguage, documentLanguage, rank));
        }
      }
    }
    return result(system, matrix, mean(mixed), bias(pool, Run.of(top)), ranks);
  }

  private Evaluation evaluate(Qrels qrels, Run run) {
    return Evaluation.of(qrels, run, List.of(measure), EvaluationOptions.COMPLETE);
  }

  private static LanguageBias bias(TestCollection pool, Run top) {
    Map<String, Language> queryLanguages =
        pool.queries().stream().collect(Collectors.toMap(Query::id, Query::language));
    return LanguageBias.of(
        pool.qrels(),
        top,
        queryLanguages::get,
        pool.documentLanguages()::get,
        pool.documentCounts(),
        BIAS_DEPTH,
        RELEVANT_GRADE);
  }

  private BenchmarkResult result(
      RetrievalSystem system,
      LanguageMatrix matrix,
      double mixed,
      LanguageBias bias,
      RankChange ranks) {
    Map<String, Double> pairs = new LinkedHashMap<>();
    List<Double> covered = new ArrayList<>();
    for (Language queryLanguage : matrix.rows()) {
      for (Language documentLanguage : matrix.columns()) {
        double figure = matrix.value(queryLanguage, documentLanguage).orElseThrow();
        pairs.put(queryLanguage.alpha3() + "-" + documentLanguage.alpha3(), figure);
        if (CoveredLanguages.coverBoth(new LanguagePair(queryLanguage, documentLanguage))) {
          covered.add(figure);
        }
      }
    }
    String prefix = measureName.toLowerCase(Locale.ROOT);
    Map<String, Double> measures = new LinkedHashMap<>();
    measures.put(prefix + "_mixed", mixed);
    measures.put(prefix + "_pairs", matrix.mean());
    measures.put(prefix + "_pairs_same_language", matrix.monolingualMean());
    measures.put(prefix + "_pairs_across_languages", matrix.crossLingualMean());
    measures.put("own_language_share", bias.queryLanguageShare());
    measures.put("own_language_share_of_relevant", bias.queryLanguageRelevantShare());
    measures.put("language_bias", bias.totalVariationDistance());
    measures.put("rank_change_own_language", ranks.queryLanguageFactor());
    measures.put("rank_change_other_languages", ranks.otherLanguageFactor());
    return new BenchmarkResult(
        name(),
        system.model(),
        system.pipeline(),
        measureName,
        OptionalDouble.of(matrix.mean()),
        covered.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(mean(covered)),
        measures,
        pairs,
        Map.of(),
        Optional.of(matrix),
        Optional.of(bias),
        Optional.of(ranks));
  }

  private static double mean(List<Double> figures) {
    return figures.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
