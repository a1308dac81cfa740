// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.system.RetrievalSystem;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.data.trec.RunLine;
import org.isogloss.measure.Run;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.xpr.mixture.LanguageSide;
import org.isogloss.papers.xpr.mixture.MixedLanguagePair;
import org.isogloss.papers.xpr.mixture.MixedLanguageQuestion;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.rerank.LateInteractionScorer;
import org.isogloss.runtime.rerank.OnnxCrossEncoder;

/** Measures systems on the tests. */
final class XprEvaluation {
  private final XprSession session;
  private final XprData data;

  XprEvaluation(XprSession session, XprData data) {
    this.session = session;
    this.data = data;
  }

  /**
   * Measures a late-interaction re-ranker on the first candidates of an encoder: by its scores
   * alone, and by the mean of its and the encoder's scores, both as standard scores.
   *
   * @param name name of its file of scores
   * @param encoderScores the encoder's scores of all candidates
   */
  SystemMeasurements measureReranker(
      String name, Path model, MixedLanguageTestSet testSet, List<float[]> encoderScores) {
    List<List<Integer>> places =
        encoderScores.stream().map(RerankingEvaluation::topCandidates).toList();
    return PrecisionComparison.measure(
        session.options().precision(),
        precision -> {
          String file = scores(name, testSet, precision);
          try (ModelFolder folder = ModelFolder.open(model);
              LateInteractionScorer scorer =
                  LateInteractionScorer.open(folder, session.runner().inference(precision))) {
            List<float[]> second = score(testSet, scorer, file, places);
            session.runner().discardScores(file);
            return RerankingEvaluation.measure(testSet, encoderScores, places, second);
          }
        });
  }

  /** Returns the name of the scores of a system for a test. */
  private static String scores(String system, MixedLanguageTestSet test, Precision precision) {
    return system + "-" + test.questionSet().name() + PrecisionComparison.fileSuffix(precision);
  }

  /** Returns the sizes of each test, for the notes of tables. */
  String describeSizes() {
    return data.tests().stream()
        .map(test -> test.questionSet().name() + ": " + test.questionSet().describeSizes() + ".")
        .collect(Collectors.joining(" "));
  }

  /**
   * Measures a cross-encoder.
   *
   * @param withOutOfDomain whether to measure the out-of-domain tests too
   */
  SystemMeasurements measureCrossEncoder(XprVariant row, Path model, boolean withOutOfDomain) {
    List<MixedLanguageTestSet> tests = withOutOfDomain ? data.tests() : List.of(data.inDomain());
    SystemMeasurements measured =
        PrecisionComparison.measure(
            session.options().precision(),
            precision -> measureCrossEncoder(row, model, precision, tests));
    for (Precision precision : session.options().precision().precisions()) {
      tests.forEach(test -> session.runner().discardScores(scores(row.key(), test, precision)));
    }
    return measured;
  }

  private SystemMeasurements measureCrossEncoder(
      XprVariant row, Path model, Precision precision, List<MixedLanguageTestSet> tests) {
    try (ModelFolder folder = ModelFolder.open(model);
        OnnxCrossEncoder scorer =
            OnnxCrossEncoder.open(folder, session.runner().inference(precision))) {
      return merged(
          tests.stream()
              .map(
                  test ->
                      XprMeasures.measure(
                          test,
                          score(
                              test,
                              scorer,
                              scores(row.key(), test, precision),
                              test.questions().stream()
                                  .map(MixedLanguageQuestion::candidateIndices)
                                  .toList())))
              .toList());
    }
  }

  /**
   * Measures extended pre-training on its own task: the accuracy, at p = .5, on pairs of held-out
   * sentences.
   */
  SystemMeasurements measurePretraining(Path model) {
    List<MixedLanguagePair> pairs = data.pretrainingTest();
    List<Double> inOne = new ArrayList<>();
    List<Double> inTwo = new ArrayList<>();
    try (ModelFolder folder = ModelFolder.open(model);
        OnnxCrossEncoder scorer =
            OnnxCrossEncoder.open(
                folder,
                session
                    .runner()
                    .inference(session.options().precision().precisions().getFirst()))) {
      for (MixedLanguagePair pair : pairs) {
        Passage right = passage(1, pair.rightSide(), pair.right());
        float probability =
            scorer.score(new Query("1", language(pair.leftSide()), pair.left()), List.of(right))[0];
        boolean correct = probability >= 0.5 == pair.isPositive();
        (pair.isCrossLingual() ? inTwo : inOne).add(correct ? 1.0 : 0.0);
      }
    }
    List<Double> all = new ArrayList<>(inOne);
    all.addAll(inTwo);
    return SystemMeasurements.builder()
        .values(XprMeasures.ACCURACY, XprMeasures.ALL, toArray(all))
        .values(XprMeasures.ACCURACY_ONE_LANGUAGE, XprMeasures.ALL, toArray(inOne))
        .values(XprMeasures.ACCURACY_TWO_LANGUAGES, XprMeasures.ALL, toArray(inTwo))
        .build();
  }

  private static double[] toArray(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Returns scores of some candidates of each question, by position. */
  private List<float[]> score(
      MixedLanguageTestSet test, PairScorer scorer, String file, List<List<Integer>> places) {
    return session
        .runner()
        .scores(
            file,
            places.stream().map(List::size).toList(),
            "Scoring " + test.questionSet().name(),
            "queries",
            q -> {
              MixedLanguageQuestion question = test.questions().get(q);
              List<Passage> passages = new ArrayList<>();
              for (int c : places.get(q)) {
                LanguageSide side = question.candidateSides().get(c);
                passages.add(passage(c, side, test.candidate(question, c)));
              }
              return scorer.score(query(question, q), passages);
            });
  }

  private Passage passage(int number, LanguageSide side, String text) {
    return new Passage(Integer.toString(number), 0, language(side), "", text, 0, text.length());
  }

  private Query query(MixedLanguageQuestion question, int number) {
    return new Query(Integer.toString(number), language(question.querySide()), question.query());
  }

  private Language language(LanguageSide side) {
    return switch (side) {
      case FIRST -> session.languages().source();
      case SECOND -> session.languages().target();
    };
  }

  /**
   * Measures Isogloss's index and search: all passages are indexed in both languages, and the hits
   * are filtered to the candidates of a query.
   */
  SystemMeasurements measureRetrieval(RetrievalSystem system) {
    List<SystemMeasurements> all = new ArrayList<>();
    for (MixedLanguageTestSet test : data.tests()) {
      all.add(XprMeasures.measure(test, scores(test, system)));
    }
    return merged(all);
  }

  /** Returns the scores of a system for the candidates of a test. */
  List<float[]> scores(MixedLanguageTestSet test, RetrievalSystem system) {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < test.questionSet().passages().size(); i++) {
      for (LanguageSide side : LanguageSide.values()) {
        String text = test.questionSet().passages().get(i).text(side);
        documents.add(new Document(id(i, side), language(side), "", text));
      }
    }
    List<Query> queries = new ArrayList<>();
    for (int q = 0; q < test.questions().size(); q++) {
      queries.add(query(test.questions().get(q), q));
    }
    String label = "Searching " + test.questionSet().name();
    AtomicInteger answered = new AtomicInteger();
    Runnable progress =
        () ->
            session
                .runner()
                .listener()
                .progressReported(label, "queries", answered.incrementAndGet(), queries.size());
    try (RetrievalSystem.SearchableCollection searchable = system.open(documents)) {
      Run run = searchable.search(queries, Set.of(), documents.size(), progress);
      return candidateScores(test, run);
    }
  }

  private static String id(int passage, LanguageSide side) {
    return side + "/" + passage;
  }

  private static List<float[]> candidateScores(MixedLanguageTestSet test, Run run) {
    List<float[]> all = new ArrayList<>();
    for (int q = 0; q < test.questions().size(); q++) {
      Map<String, Double> found = new HashMap<>();
      double least = 0;
      for (RunLine line : run.lines(Integer.toString(q))) {
        found.put(line.documentId(), line.score());
        least = Math.min(least, line.score());
      }
      MixedLanguageQuestion question = test.questions().get(q);
      float[] scores = new float[question.candidateSides().size()];
      for (int c = 0; c < scores.length; c++) {
        String id = id(question.question().candidates().get(c), question.candidateSides().get(c));
        // Candidates that were not found are last.
        scores[c] = found.getOrDefault(id, least - 1).floatValue();
      }
      all.add(scores);
    }
    return all;
  }

  private static SystemMeasurements merged(List<SystemMeasurements> all) {
    return all.stream().reduce(SystemMeasurements::with).orElseThrow();
  }
}
