// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.data.JudgedQuery;
import org.isogloss.data.Judgement;
import org.isogloss.data.collection.ClirMatrixFolder;
import org.isogloss.measure.Evaluation;
import org.isogloss.measure.Measure;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.biencoder.TermSimilarities;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.ScoredCandidates;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.rerank.PairScorers;
import org.isogloss.text.Encoding;
import org.isogloss.text.Tokenizer;

/**
 * Re-ranks the candidates of English test queries: those in the target language and, by encoders,
 * the pool of those in all languages.
 */
final class AdversarialEvaluation {
  static final String NDCG = "nDCG@10";

  /** Cosines of an example query with the terms of a document, by position and term. */
  static final String SIMILARITY = "similarity";

  /** Number of tokens of the example. */
  private static final int EXAMPLE_TERMS = 24;

  private static final Measure MEASURE = Measure.ndcg(10);

  private final AdversarialData data;
  private final ExperimentRunner runner;

  AdversarialEvaluation(AdversarialData data) {
    this.data = data;
    this.runner = data.runner();
  }

  private List<JudgedQuery> testQueries(Language target, int limit) {
    return data.collection()
        .queries(AdversarialData.SOURCE, target, ClirMatrixFolder.Split.TEST, limit);
  }

  /**
   * Measures a cross-encoder on the candidates in a language. It reads the beginning of a document
   * as in training, and as the encoders do; a re-ranker would read all of it in parts.
   */
  SystemMeasurements measureCrossEncoder(Path model, Language target) {
    return PrecisionComparison.measure(
        runner.options().precision(), precision -> measureCrossEncoder(model, target, precision));
  }

  private SystemMeasurements measureCrossEncoder(Path model, Language target, Precision precision) {
    List<JudgedQuery> tests = testQueries(target, runner.sizes().count("test-queries"));
    ScoredCandidates scored = new ScoredCandidates();
    try (ModelFolder folder = ModelFolder.open(model);
        PairScorer scorer = PairScorers.open(folder, runner.inference(precision))) {
      Tokenizer tokenizer = folder.tokenizer();
      int maxLength = folder.encoding().maxLength();
      for (JudgedQuery judged : tests) {
        List<Passage> passages =
            judged.judgements().stream()
                .map(one -> passage(one.documentId(), target))
                .map(passage -> beginning(passage, judged.query(), tokenizer, maxLength))
                .toList();
        float[] scores = scorer.score(judged.query(), passages);
        add(scored, judged, i -> scores[i]);
      }
    }
    return SystemMeasurements.builder().values(NDCG, target.tag(), gains(tests, scored)).build();
  }

  private static void add(ScoredCandidates scored, JudgedQuery judged, IntToDoubleFunction score) {
    for (int i = 0; i < judged.judgements().size(); i++) {
      Judgement one = judged.judgements().get(i);
      scored.add(judged.query().id(), one.documentId(), score.applyAsDouble(i), one.grade());
    }
  }

  /** Returns the part of a passage that fits into the model's input together with a query. */
  private static Passage beginning(
      Passage passage, Query query, Tokenizer tokenizer, int maxLength) {
    Encoding pair = tokenizer.encode(query.text(), passage.text(), maxLength);
    int end =
        IntStream.range(0, pair.size())
            .filter(i -> pair.sequenceIds()[i] == Encoding.SECOND)
            .map(i -> pair.ends()[i])
            .max()
            .orElse(0);
    String text = passage.text().substring(0, end);
    return new Passage(passage.documentId(), 0, passage.language(), "", text, 0, end);
  }

  private Passage passage(String id, Language language) {
    String text = data.collection().text(language, id);
    return new Passage(id, 0, language, "", text, 0, text.length());
  }

  /**
   * Measures an encoder on the candidates in some languages, and in the pool of all; and writes the
   * vectors of the documents that are drawn.
   */
  SystemMeasurements measureEncoder(
      AdversarialVariant variant, Path model, List<Language> targets) {
    return PrecisionComparison.measure(
        runner.options().precision(),
        precision -> measureEncoder(variant, model, targets, precision));
  }

  private SystemMeasurements measureEncoder(
      AdversarialVariant variant, Path model, List<Language> targets, Precision precision) {
    SystemMeasurements.Builder found = SystemMeasurements.builder();
    try (ModelFolder folder = ModelFolder.open(model);
        Encoder encoder = Encoders.open(folder, runner.inference(precision))) {
      CandidateVectors vectors = new CandidateVectors(data.collection(), encoder);
      for (Language target : targets) {
        List<JudgedQuery> tests = testQueries(target, runner.sizes().count("test-queries"));
        ScoredCandidates scored = new ScoredCandidates();
        List<double[]> scores = vectors.score(target, tests);
        for (int i = 0; i < tests.size(); i++) {
          double[] ofQuery = scores.get(i);
          add(scored, tests.get(i), candidate -> ofQuery[candidate]);
        }
        found.values(NDCG, target.tag(), gains(tests, scored));
        if (precision == runner.options().precision().precisions().getFirst()) {
          documentMap(target).write(encoder, data.mapFile(variant, target));
        }
      }
      if (data.hasPool()) {
        new LanguagePool(
                data.collection(),
                data.poolLanguages(),
                runner.sizes().count("pool-queries"),
                runner.sizes().count("pool-candidates"))
            .measure(vectors)
            .forEach((name, of) -> found.values(name, AdversarialData.codes(targets), of));
      }
    }
    return found.figures(SIMILARITY, exampleSimilarities(model, targets.getFirst())).build();
  }

  private SortedMap<String, Double> exampleSimilarities(Path model, Language target) {
    JudgedQuery example = exampleQuery(target);
    String document =
        ParallelDocumentMap.version(example, target)
            .orElseGet(() -> example.judgements().getFirst().documentId());
    TermSimilarities similarities =
        TermSimilarities.of(
            model, example.query().text(), data.collection().text(target, document), EXAMPLE_TERMS);
    SortedMap<String, Double> figures = new TreeMap<>();
    figures.put("0000 the whole document", similarities.document());
    for (int i = 0; i < similarities.cosines().length; i++) {
      String key = String.format(Locale.ROOT, "%04d %s", i + 1, similarities.terms().get(i));
      figures.put(key, similarities.cosines()[i]);
    }
    return figures;
  }

  /** Returns the term of a figure of {@link #SIMILARITY}, after its position. */
  static String term(String figure) {
    return figure.substring(figure.indexOf(' ') + 1);
  }

  /** Returns the parallel documents of a language that are drawn. */
  ParallelDocumentMap documentMap(Language target) {
    return ParallelDocumentMap.of(
        data.collection(),
        target,
        testQueries(target, Integer.MAX_VALUE),
        runner.sizes().count("map-documents"));
  }

  /** Returns the query of the example, whose first candidate is its best one. */
  JudgedQuery exampleQuery(Language target) {
    return testQueries(target, 1).getFirst();
  }

  /** Returns nDCG@10 of each query, in the order of the queries. */
  private static double[] gains(List<JudgedQuery> tests, ScoredCandidates scored) {
    Evaluation evaluation = scored.evaluate(List.of(MEASURE));
    return tests.stream().mapToDouble(one -> evaluation.value(MEASURE, one.query().id())).toArray();
  }
}
