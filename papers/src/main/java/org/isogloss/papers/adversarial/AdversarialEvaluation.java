// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Ranking;
import org.isogloss.core.Role;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.Measure;
import org.isogloss.measure.Qrels;
import org.isogloss.measure.Run;
import org.isogloss.measure.crosslingual.EqualExpectedRank;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.biencoder.TermSimilarities;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.rerank.PairScorers;

/**
 * Re-ranks the candidates of English test queries: those in the target language and, by encoders,
 * the pool of those in all languages.
 */
final class AdversarialEvaluation {
  static final String NDCG = "nDCG@10";

  /** Share of the first ten documents of the pool that are in English, the query's language. */
  static final String OWN_LANGUAGE = "own language @10";

  /** {@link EqualExpectedRank} of the relevant documents of the pool. */
  static final String PEER = "PEER";

  /**
   * Difference of the ranks of the first and the last document of the highest grade, which are the
   * versions of the same pages, over the size of the pool.
   */
  static final String RANK_DISTANCE = "rank distance";

  /** Cosines of an example query with the terms of a document, by position and term. */
  static final String SIMILARITY = "similarity";

  /** Number of tokens of the example. */
  private static final int EXAMPLE_TERMS = 24;

  private static final Measure MEASURE = Measure.ndcg(10);
  private static final int DEPTH = 10;

  /** The grade of the page whose title is the query, and of those with similar scores. */
  private static final int MAX_GRADE = 6;

  private final AdversarialData data;
  private final AdversarialSizes sizes;
  private final int threads;

  AdversarialEvaluation(AdversarialData data, AdversarialSizes sizes, int threads) {
    this.data = data;
    this.sizes = sizes;
    this.threads = threads;
  }

  private InferenceOptions inference() {
    return InferenceOptions.defaults().withThreads(threads).withPrecision(Precision.FP32);
  }

  private List<JudgedQuery> testQueries(Language target, int limit) {
    return data.collection()
        .queries(AdversarialOptions.SOURCE, target, ClirMatrixFolder.Split.TEST, limit);
  }

  /** Measures a cross-encoder on the candidates in a language. */
  SystemMeasurements measureCrossEncoder(Path model, Language target) {
    List<JudgedQuery> tests = testQueries(target, sizes.testQueries());
    Map<String, Ranking> rankings = new LinkedHashMap<>();
    try (ModelFolder folder = ModelFolder.open(model);
        PairScorer scorer = PairScorers.open(folder, inference())) {
      for (JudgedQuery judged : tests) {
        List<Passage> passages =
            judged.judgements().stream().map(one -> passage(one.documentId(), target)).toList();
        float[] scores = scorer.score(judged.query(), passages);
        List<Hit> hits = new ArrayList<>();
        for (int i = 0; i < scores.length; i++) {
          hits.add(new Hit(passages.get(i).documentId(), scores[i]));
        }
        rankings.put(judged.query().id(), Ranking.of(hits));
      }
    }
    return new SystemMeasurements(
        new TreeMap<>(Map.of(NDCG, new TreeMap<>(Map.of(target.tag(), gains(tests, rankings))))),
        new TreeMap<>());
  }

  private Passage passage(String id, Language language) {
    String text = data.collection().text(language, id);
    return new Passage(id, 0, language, "", text, 0, text.length());
  }

  /** Measures an encoder on the candidates in some languages, and in the pool of all. */
  SystemMeasurements measureEncoder(Path model, List<Language> targets) {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    try (ModelFolder folder = ModelFolder.open(model);
        Encoder encoder = Encoders.open(folder, inference())) {
      DocumentVectors documents = new DocumentVectors(encoder);
      SortedMap<String, double[]> gains = new TreeMap<>();
      for (Language target : targets) {
        List<JudgedQuery> tests = testQueries(target, sizes.testQueries());
        documents.encode(target, tests);
        Map<String, Ranking> rankings = new LinkedHashMap<>();
        float[][] queries =
            encoder.encode(tests.stream().map(one -> one.query().text()).toList(), Role.QUERY);
        for (int i = 0; i < tests.size(); i++) {
          rankings.put(
              tests.get(i).query().id(),
              Ranking.of(documents.hits(target, tests.get(i), queries[i])));
        }
        gains.put(target.tag(), gains(tests, rankings));
      }
      values.put(NDCG, gains);
      String key = AdversarialSizes.codes(targets);
      fairness(rankPool(encoder, documents))
          .forEach((name, of) -> values.put(name, new TreeMap<>(Map.of(key, of))));
    }
    return new SystemMeasurements(
        values, new TreeMap<>(Map.of(SIMILARITY, exampleSimilarities(model, targets.getFirst()))));
  }

  private SortedMap<String, Double> exampleSimilarities(Path model, Language target) {
    JudgedQuery example = exampleQuery(target);
    String document = example.judgements().getFirst().documentId();
    return SimilarityTable.figures(
        TermSimilarities.of(
            model,
            example.query().text(),
            data.collection().text(target, document),
            EXAMPLE_TERMS));
  }

  /** Returns the parallel documents of a language that are drawn. */
  ParallelDocumentMap documentMap(Language target) {
    return ParallelDocumentMap.of(
        data.collection(), target, testQueries(target, Integer.MAX_VALUE), sizes.mapDocuments());
  }

  /** Encodes the documents that are drawn, and writes their vectors to a file. */
  void writeDocumentMap(Path model, Language target, Path file) {
    try (ModelFolder folder = ModelFolder.open(model);
        Encoder encoder = Encoders.open(folder, inference())) {
      documentMap(target).write(encoder, file);
    }
  }

  /** Returns the query of the example, whose first candidate is its best one. */
  JudgedQuery exampleQuery(Language target) {
    return testQueries(target, 1).getFirst();
  }

  /** Returns nDCG@10 of each query, in the order of the queries. */
  private static double[] gains(List<JudgedQuery> tests, Map<String, Ranking> rankings) {
    Qrels qrels = Qrels.of(tests.stream().flatMap(judged -> judged.judgements().stream()).toList());
    Evaluation evaluation = Evaluation.of(qrels, Run.of("system", rankings), MEASURE);
    return tests.stream().mapToDouble(one -> evaluation.value(MEASURE, one.query().id())).toArray();
  }

  /** The vectors of documents, encoded once. */
  private final class DocumentVectors {
    private final Encoder encoder;
    private final Map<Language, Map<String, float[]>> vectors = new LinkedHashMap<>();

    DocumentVectors(Encoder encoder) {
      this.encoder = encoder;
    }

    void encode(Language language, List<JudgedQuery> tests) {
      Map<String, float[]> known = vectors.computeIfAbsent(language, key -> new LinkedHashMap<>());
      SequencedSet<String> missing = new LinkedHashSet<>();
      for (JudgedQuery judged : tests) {
        for (Judgement judgement : judged.judgements()) {
          if (!known.containsKey(judgement.documentId())) {
            missing.add(judgement.documentId());
          }
        }
      }
      List<String> ids = List.copyOf(missing);
      float[][] encoded =
          encoder.encode(
              ids.stream().map(id -> data.collection().text(language, id)).toList(), Role.PASSAGE);
      for (int i = 0; i < ids.size(); i++) {
        known.put(ids.get(i), encoded[i]);
      }
    }

    List<Hit> hits(Language language, JudgedQuery judged, float[] query) {
      List<Hit> hits = new ArrayList<>();
      for (Judgement judgement : judged.judgements()) {
        float[] document = vectors.get(language).get(judgement.documentId());
        double score = 0;
        for (int i = 0; i < query.length; i++) {
          score += query[i] * document[i];
        }
        hits.add(new Hit(judgement.documentId(), score));
      }
      return hits;
    }
  }

  /** The rankings of the pool, and its judgements. */
  private record Pool(Map<String, Ranking> rankings, Qrels grades, Qrels relevance) {}

  private Pool rankPool(Encoder encoder, DocumentVectors documents) {
    List<Language> languages = data.poolLanguages();
    Set<String> common =
        data.collection()
            .commonQueries(AdversarialOptions.SOURCE, languages, ClirMatrixFolder.Split.TEST);
    Map<String, List<Hit>> hits = new LinkedHashMap<>();
    List<Judgement> grades = new ArrayList<>();
    for (Language language : languages) {
      List<JudgedQuery> tests =
          testQueries(language, Integer.MAX_VALUE).stream()
              .filter(judged -> common.contains(judged.query().id()))
              .limit(sizes.poolQueries())
              .map(this::withFirstCandidates)
              .toList();
      documents.encode(language, tests);
      float[][] vectors =
          encoder.encode(tests.stream().map(one -> one.query().text()).toList(), Role.QUERY);
      for (int i = 0; i < vectors.length; i++) {
        String id = tests.get(i).query().id();
        List<Hit> pooled = hits.computeIfAbsent(id, key -> new ArrayList<>());
        documents
            .hits(language, tests.get(i), vectors[i])
            .forEach(hit -> pooled.add(new Hit(pooledId(language, hit.documentId()), hit.score())));
        tests
            .get(i)
            .judgements()
            .forEach(
                one ->
                    grades.add(
                        new Judgement(id, pooledId(language, one.documentId()), one.grade())));
      }
    }
    Map<String, Ranking> rankings = new LinkedHashMap<>();
    hits.forEach((id, of) -> rankings.put(id, Ranking.of(of)));
    // All relevant grades are one level: few documents of a language have the same grade.
    List<Judgement> relevance =
        grades.stream()
            .map(one -> new Judgement(one.queryId(), one.documentId(), Math.min(1, one.grade())))
            .toList();
    return new Pool(rankings, Qrels.of(grades), Qrels.of(relevance));
  }

  private JudgedQuery withFirstCandidates(JudgedQuery judged) {
    return new JudgedQuery(
        judged.query(), judged.judgements().stream().limit(sizes.poolCandidates()).toList());
  }

  /** Returns the measures of language fairness of each query. */
  private SequencedMap<String, double[]> fairness(Pool pool) {
    int size = pool.rankings().values().stream().mapToInt(one -> one.hits().size()).max().orElse(1);
    Map<String, Double> peer =
        EqualExpectedRank.of(
            pool.relevance(),
            Run.of("system", pool.rankings()),
            AdversarialEvaluation::pooledLanguage,
            Map.of(1, 1.0),
            size);
    List<String> queries = List.copyOf(pool.rankings().keySet());
    SequencedMap<String, double[]> found = new LinkedHashMap<>();
    found.put(
        OWN_LANGUAGE,
        queries.stream().mapToDouble(query -> ownShare(pool.rankings().get(query))).toArray());
    found.put(PEER, queries.stream().mapToDouble(peer::get).toArray());
    found.put(
        RANK_DISTANCE, queries.stream().mapToDouble(query -> rankDistance(pool, query)).toArray());
    return found;
  }

  private static String pooledId(Language language, String id) {
    return language + " " + id;
  }

  private static Language pooledLanguage(String pooledId) {
    return Language.of(pooledId.substring(0, pooledId.indexOf(' ')));
  }

  private static double ownShare(Ranking ranking) {
    List<Hit> top = ranking.hits().subList(0, Math.min(DEPTH, ranking.hits().size()));
    return top.stream()
            .filter(hit -> pooledLanguage(hit.documentId()).equals(AdversarialOptions.SOURCE))
            .count()
        / (double) top.size();
  }

  private static double rankDistance(Pool pool, String query) {
    List<Hit> hits = pool.rankings().get(query).hits();
    int[] ranks =
        IntStream.range(0, hits.size())
            .filter(
                rank ->
                    pool.grades().grade(query, hits.get(rank).documentId()).orElse(0) == MAX_GRADE)
            .toArray();
    return ranks.length == 0 ? 0 : (ranks[ranks.length - 1] - ranks[0]) / (double) hits.size();
  }
}
