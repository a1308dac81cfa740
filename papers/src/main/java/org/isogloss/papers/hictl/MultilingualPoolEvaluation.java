// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.isogloss.benchmarks.BenchmarkListener;
import org.isogloss.benchmarks.collection.TestCollection;
import org.isogloss.core.Document;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.data.Judgement;

/**
 * Average precision of questions in many languages in a pool of documents in many languages, and in
 * the documents of each language alone, by exact search without a depth limit.
 */
final class MultilingualPoolEvaluation {
  private final SortedMap<String, double[]> pooledPrecisions = new TreeMap<>();
  private final SortedMap<String, Double> pairPrecisions = new TreeMap<>();

  private MultilingualPoolEvaluation() {}

  /** By query language, alpha-3: the average precision of each question in the whole pool. */
  SortedMap<String, double[]> pooledPrecisions() {
    return Collections.unmodifiableSortedMap(pooledPrecisions);
  }

  /** By query and document language, {@code deu-eng}: the mean average precision. */
  SortedMap<String, Double> pairPrecisions() {
    return Collections.unmodifiableSortedMap(pairPrecisions);
  }

  /**
   * Evaluates rankings.
   *
   * @param maxQuestions maximum number of questions of each language: the first ones
   * @param listener receives languages instead of queries: those of the documents, then those of
   *     the questions
   */
  static MultilingualPoolEvaluation rank(
      TestCollection pool, Encoder encoder, int maxQuestions, BenchmarkListener listener) {
    List<Document> documents = pool.documents();
    Map<String, List<Integer>> relevant = relevant(pool);
    Map<Language, int[]> byLanguage = byLanguage(documents);
    Map<Language, List<Query>> queriesByLanguage = new LinkedHashMap<>();
    for (Query query : pool.queries()) {
      List<Query> those =
          queriesByLanguage.computeIfAbsent(query.language(), key -> new ArrayList<>());
      if (those.size() < maxQuestions && relevant.containsKey(query.id())) {
        those.add(query);
      }
    }
    long languages = byLanguage.size() + (long) queriesByLanguage.size();
    long completed = 0;
    float[][] vectors = new float[documents.size()][];
    for (int[] places : byLanguage.values()) {
      List<String> texts = Arrays.stream(places).mapToObj(i -> documents.get(i).text()).toList();
      float[][] encoded = encoder.encode(texts, Role.PASSAGE);
      for (int i = 0; i < places.length; i++) {
        vectors[places[i]] = encoded[i];
      }
      listener.progress(++completed, languages);
    }
    MultilingualPoolEvaluation ranking = new MultilingualPoolEvaluation();
    for (Map.Entry<Language, List<Query>> asking : queriesByLanguage.entrySet()) {
      ranking.add(asking.getKey(), asking.getValue(), encoder, vectors, byLanguage, relevant);
      listener.progress(++completed, languages);
    }
    return ranking;
  }

  private static Map<String, List<Integer>> relevant(TestCollection pool) {
    Map<String, Integer> places = new HashMap<>();
    for (Document document : pool.documents()) {
      places.put(document.id(), places.size());
    }
    Map<String, List<Integer>> relevant = new HashMap<>();
    for (Judgement judgement : pool.judgements()) {
      if (judgement.grade() > 0) {
        relevant
            .computeIfAbsent(judgement.queryId(), key -> new ArrayList<>())
            .add(places.get(judgement.documentId()));
      }
    }
    return relevant;
  }

  private static Map<Language, int[]> byLanguage(List<Document> documents) {
    Map<Language, List<Integer>> places = new LinkedHashMap<>();
    for (int i = 0; i < documents.size(); i++) {
      places.computeIfAbsent(documents.get(i).language(), key -> new ArrayList<>()).add(i);
    }
    Map<Language, int[]> byLanguage = new LinkedHashMap<>();
    places.forEach(
        (language, those) ->
            byLanguage.put(language, those.stream().mapToInt(Integer::intValue).toArray()));
    return byLanguage;
  }

  private void add(
      Language language,
      List<Query> queries,
      Encoder encoder,
      float[][] vectors,
      Map<Language, int[]> byLanguage,
      Map<String, List<Integer>> relevant) {
    float[][] asking = encoder.encode(queries.stream().map(Query::text).toList(), Role.QUERY);
    int[] all = IntStream.range(0, vectors.length).toArray();
    List<int[]> pools = new ArrayList<>(List.of(all));
    pools.addAll(byLanguage.values());
    double[][] precisions = new double[pools.size()][queries.size()];
    IntStream.range(0, queries.size())
        .parallel()
        .forEach(
            q -> {
              float[] scores = scores(asking[q], vectors);
              List<Integer> right = relevant.get(queries.get(q).id());
              for (int p = 0; p < precisions.length; p++) {
                precisions[p][q] = averagePrecision(scores, pools.get(p), right);
              }
            });
    pooledPrecisions.put(language.alpha3(), precisions[0]);
    int p = 1;
    for (Language searched : byLanguage.keySet()) {
      pairPrecisions.put(
          language.alpha3() + "-" + searched.alpha3(),
          Arrays.stream(precisions[p++]).average().orElse(0));
    }
  }

  private static float[] scores(float[] query, float[][] documents) {
    float[] scores = new float[documents.length];
    for (int i = 0; i < scores.length; i++) {
      float sum = 0;
      for (int d = 0; d < query.length; d++) {
        sum += query[d] * documents[i][d];
      }
      scores[i] = sum;
    }
    return scores;
  }

  /**
   * Returns the average precision; ties are broken by position in the pool.
   *
   * @param pool ascending positions of the candidates
   * @param relevant positions of the relevant documents; those outside the pool are ignored
   */
  static double averagePrecision(float[] scores, int[] pool, List<Integer> relevant) {
    List<Integer> inside =
        relevant.stream().filter(place -> Arrays.binarySearch(pool, place) >= 0).toList();
    if (inside.isEmpty()) {
      return 0;
    }
    int[] ranks = new int[inside.size()];
    for (int i = 0; i < ranks.length; i++) {
      int own = inside.get(i);
      ranks[i] = 1;
      for (int other : pool) {
        boolean before =
            scores[other] > scores[own] || (scores[other] == scores[own] && other < own);
        ranks[i] += before ? 1 : 0;
      }
    }
    Arrays.sort(ranks);
    double sum = 0;
    for (int i = 0; i < ranks.length; i++) {
      sum += (i + 1.0) / ranks[i];
    }
    return sum / ranks.length;
  }
}
