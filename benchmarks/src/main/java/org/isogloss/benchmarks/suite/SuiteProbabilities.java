// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.suite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.benchmarks.system.IndexedSystem;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.probability.ConditionalLogit;
import org.isogloss.measure.probability.JudgedTexts;
import org.isogloss.measure.probability.ReliabilityCurve;
import org.isogloss.measure.probability.ScoredJudgement;
import org.isogloss.search.relevance.TextRanker;

/**
 * Probabilities and preferences on the collections of a suite: searches once, then estimates the
 * conversion of scores to probabilities, or measures any conversion.
 */
public final class SuiteProbabilities {
  /** Hits from which the relevant ones can be removed. */
  private static final int DEPTH = 60;

  /** Repetitions of the simulation of perfect probabilities. */
  private static final int SIMULATIONS = 100;

  private static final List<Double> PREFERENCES = List.of(0.0, 0.5, 1.0);

  /** Number of queries without meaning in each collection. */
  private static final int NONSENSE = 100;

  private final Map<SuiteCollection, Evidence> evidence = new LinkedHashMap<>();

  /** What was found for the queries of a collection, and for queries without meaning. */
  private record Evidence(List<QueryEvidence> queries, List<QueryEvidence> nonsense) {}

  /**
   * Searches every collection of a suite.
   *
   * @param pipeline a pipeline with a re-ranker or a dense retriever
   */
  public SuiteProbabilities(
      Suite suite, IndexedSystem system, Pipeline pipeline, BenchmarkListener listener) {
    List<SuiteCollection> collections = suite.collections();
    List<TestCollection> read = collections.stream().map(SuiteCollection::read).toList();
    for (int i = 0; i < collections.size(); i++) {
      SuiteCollection.Role role = collections.get(i).role();
      evidence.put(collections.get(i), search(read.get(i), role, system, pipeline));
      listener.progress(i + 1, collections.size());
    }
  }

  private static Evidence search(
      TestCollection collection,
      SuiteCollection.Role role,
      IndexedSystem system,
      Pipeline pipeline) {
    try (IndexedSystem.IndexedCollection index = system.index(collection.documents())) {
      return new Evidence(
          search(index, pipeline, collection, collection.queries(), collection.qrels()),
          search(
              index,
              pipeline,
              collection,
              NonsenseQueries.of(role, collection.queries(), NONSENSE),
              Qrels.of(List.of())));
    }
  }

  private static List<QueryEvidence> search(
      IndexedSystem.IndexedCollection index,
      Pipeline pipeline,
      TestCollection collection,
      List<Query> queries,
      Qrels qrels) {
    TextRanker ranker = index.textRanker(pipeline);
    Map<String, Language> languages = collection.documentLanguages();
    List<QueryEvidence> found = new ArrayList<>();
    index.rank(
        pipeline,
        queries,
        DEPTH,
        (query, ranking) -> {
          Set<String> relevant =
              qrels.judgements(query.id()).stream()
                  .filter(judgement -> judgement.grade() > 0)
                  .map(judgement -> judgement.documentId())
                  .collect(Collectors.toSet());
          QueryEvidence.of(query, relevant, ranking, ranker, languages, index.passages())
              .ifPresent(found::add);
        });
    return found;
  }

  /**
   * Estimates the conversion on the collections for tuning. The queries without meaning of all of
   * them count as one more collection.
   *
   * @throws IsoglossException if there are none, or like {@link ConditionalLogit#fitAll}
   */
  public ScoreProbability estimate() {
    List<Evidence> tuning =
        evidence.entrySet().stream()
            .filter(entry -> entry.getKey().role() == SuiteCollection.Role.TUNING)
            .map(Map.Entry::getValue)
            .toList();
    List<List<JudgedTexts>> judged = new ArrayList<>();
    tuning.forEach(each -> judged.add(judged(each.queries().stream())));
    judged.add(judged(tuning.stream().flatMap(each -> each.nonsense().stream())));
    return ConditionalLogit.fitAll(judged);
  }

  private static List<JudgedTexts> judged(Stream<QueryEvidence> queries) {
    return queries.map(QueryEvidence::judged).toList();
  }

  /** Measures a conversion on all collections. */
  public ProbabilityResult measure(ScoreProbability conversion) {
    return new ProbabilityResult(
        conversion,
        PREFERENCES,
        evidence.entrySet().stream()
            .filter(entry -> !entry.getValue().queries().isEmpty())
            .map(entry -> row(entry.getKey(), entry.getValue(), conversion))
            .toList());
  }

  private static ProbabilityResult.Row row(
      SuiteCollection collection, Evidence found, ScoreProbability conversion) {
    List<QueryEvidence> queries = found.queries();
    List<List<ScoredJudgement>> hits =
        queries.stream().map(query -> query.probabilities(conversion)).toList();
    List<ScoredJudgement> first = hits.stream().map(List::getFirst).toList();
    return new ProbabilityResult.Row(
        collection,
        queries.size(),
        first.stream().mapToDouble(ScoredJudgement::score).average().orElseThrow(),
        (double) first.stream().filter(ScoredJudgement::relevant).count() / first.size(),
        error(first),
        errorIfPerfect(first),
        error(hits.stream().flatMap(List::stream).toList()),
        found.nonsense().stream()
            .mapToDouble(query -> LogOdds.toProbability(query.best(conversion)))
            .average(),
        auc(queries, conversion),
        PREFERENCES.stream().map(strength -> preferred(queries, conversion, strength)).toList());
  }

  private static double error(List<ScoredJudgement> hits) {
    return ReliabilityCurve.of(hits, ReliabilityCurve.DEFAULT_BINS).expectedCalibrationError();
  }

  /** The mean error if documents were relevant exactly with their probabilities. */
  private static double errorIfPerfect(List<ScoredJudgement> hits) {
    Random random = new Random(1);
    double sum = 0;
    for (int i = 0; i < SIMULATIONS; i++) {
      sum +=
          error(
              hits.stream()
                  .map(hit -> new ScoredJudgement(hit.score(), random.nextDouble() < hit.score()))
                  .toList());
    }
    return sum / SIMULATIONS;
  }

  /**
   * Compares queries with relevant documents with those without any; if all have some, with
   * themselves without these documents.
   */
  private static OptionalDouble auc(List<QueryEvidence> queries, ScoreProbability conversion) {
    double[] answerable =
        queries.stream()
            .filter(query -> !query.relevant().isEmpty())
            .mapToDouble(query -> query.best(conversion))
            .toArray();
    double[] others =
        queries.stream()
            .filter(query -> query.relevant().isEmpty())
            .mapToDouble(query -> query.best(conversion))
            .toArray();
    return areaUnderCurve(
        answerable,
        others.length > 0
            ? others
            : queries.stream()
                .flatMap(query -> query.bestUnanswered(conversion).stream())
                .mapToDouble(Double::doubleValue)
                .toArray());
  }

  private static OptionalDouble areaUnderCurve(double[] positive, double[] negative) {
    return Arrays.stream(positive)
        .map(
            one ->
                Arrays.stream(negative)
                    .map(other -> one > other ? 1 : one == other ? 0.5 : 0)
                    .average()
                    .orElse(Double.NaN))
        .average()
        .stream()
        .filter(Double::isFinite)
        .boxed()
        .map(OptionalDouble::of)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  private static ProbabilityResult.Preferred preferred(
      List<QueryEvidence> queries, ScoreProbability conversion, double strength) {
    List<QueryEvidence> answerable =
        queries.stream().filter(query -> !query.relevant().isEmpty()).toList();
    Map<QueryEvidence, List<Hit>> ordered = new LinkedHashMap<>();
    answerable.forEach(query -> ordered.put(query, query.preferring(conversion, strength)));
    return new ProbabilityResult.Preferred(
        answerable.stream()
            .mapToDouble(query -> query.reciprocalRank(ordered.get(query)))
            .average()
            .orElse(0),
        share(answerable.stream(), ordered).orElse(0),
        share(answerable.stream().filter(QueryEvidence::hasOwn), ordered));
  }

  private static OptionalDouble share(
      Stream<QueryEvidence> queries, Map<QueryEvidence, List<Hit>> ordered) {
    return queries.mapToDouble(q -> q.isOwn(ordered.get(q).getFirst()) ? 1 : 0).average();
  }
}
