// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.scoring.TableScoringModel;
import org.isogloss.lexical.scoring.TranslationTableScorer;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.queryattention.AttentionScoring;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.clirbert.scoring.ClirQuery;
import org.isogloss.papers.clirbert.scoring.DocumentScorer;
import org.isogloss.papers.clirbert.scoring.LogOddsCombination;
import org.isogloss.papers.clirbert.scoring.LogisticRegression;
import org.isogloss.papers.clirbert.scoring.SentenceNoisyOr;
import org.isogloss.papers.clirbert.scoring.WordEmbeddingTable;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.rerank.OnnxCrossEncoder;
import org.isogloss.runtime.rerank.PriorCorrection;

/** Creates and measures the system of each row. */
final class ClirEvaluation {
  private final ClirSetup setup;
  private final PaperListener listener;
  private final ClirData data;
  private final ClirCollection collection;
  private final ClirBertTrainer bert;
  private final TranslationTableSystems tables;
  private final SentenceNoisyOr sentences;
  private final WordEmbeddingTable words;
  private final Map<AttentionScoring, QueryAttentionSystem> attention =
      new EnumMap<>(AttentionScoring.class);

  /**
   * Creates an evaluation.
   *
   * @param embeddings word embeddings; not closed
   */
  ClirEvaluation(
      ClirSetup setup,
      ClirData data,
      ClirCollection collection,
      ClirBertTrainer bert,
      Encoder embeddings) {
    this.setup = setup;
    this.listener = setup.runner().listener();
    this.data = data;
    this.collection = collection;
    this.bert = bert;
    this.tables = new TranslationTableSystems(setup, data.bitext(), collection.documents());
    this.sentences = new SentenceNoisyOr(collection.documents());
    this.words =
        new WordEmbeddingTable(embeddings, WordTokenizer.forLanguage(setup.documentLanguage()));
  }

  /** Returns all measurements of a row. */
  SystemMeasurements measure(ClirVariant row) {
    return switch (row) {
      case PROBABILISTIC_CLIR ->
          retrieval(row.key(), tables.scorerFor(TableScoringModel.PROBABILISTIC_CLIR));
      case PROBABILISTIC_OCCURRENCE ->
          retrieval(row.key(), tables.scorerFor(TableScoringModel.PROBABILISTIC_OCCURRENCE));
      case PSQ -> retrieval(row.key(), tables.structuredQueries());
      case TRANSLATION -> retrieval(row.key(), tables.bestTranslation());
      case BERT, BERT_CORRECTED, BERT_NORMALISED, COMBINED -> bert(row);
      case DOT_PRODUCT, DOT_PRODUCT_CORRECTED, DOT_PRODUCT_NORMALISED ->
          attention(row, AttentionScoring.DOT_PRODUCT);
      case QRANN, QRANN_CORRECTED, QRANN_NORMALISED -> attention(row, AttentionScoring.QRANN);
    };
  }

  private SystemMeasurements bert(ClirVariant row) {
    Path model = bert.trainIfMissing();
    return PrecisionComparison.measure(
            setup.runner().options().precision(), precision -> bert(row, model, precision))
        .with(trainingDraws(bert.draws()));
  }

  private SystemMeasurements bert(ClirVariant row, Path model, Precision precision) {
    InferenceOptions inference = setup.runner().inference(precision);
    try (ModelFolder folder = ModelFolder.open(model);
        OnnxCrossEncoder scorer = OnnxCrossEncoder.open(folder, inference)) {
      BertProbabilities system = new BertProbabilities(scorer, precision);
      String file = row.key() + PrecisionComparison.fileSuffix(precision);
      return switch (row) {
        case BERT_CORRECTED -> retrieval(file, noisyOr(system.queryWords(), data.wordCorrection()));
        case BERT_NORMALISED ->
            retrieval(file, normalised(noisyOr(system.queryWords(), PriorCorrection.NONE)));
        case COMBINED -> combined(file, system);
        default ->
            classification(system.testExamples())
                .with(retrieval(file, noisyOr(system.queryWords(), PriorCorrection.NONE)));
      };
    }
  }

  private SystemMeasurements combined(String file, BertProbabilities system) {
    TranslationTableScorer table = tables.scorer(TableScoringModel.PROBABILISTIC_CLIR);
    LogOddsCombination combined =
        new LogOddsCombination(
            data.testExamples(),
            system.testExamples(),
            one -> tables.scores(table, one.query(), List.of(one.sentence()))[0]);
    LogisticRegression weights = combined.weights();
    Map<String, float[]> together = new HashMap<>();
    system
        .queryWords()
        .forEach(
            (word, bert) -> {
              float[] scores = tables.scores(table, word, sentences.sentences());
              together.put(word, LogOddsCombination.probabilities(weights, bert, scores));
            });
    return classification(combined.heldOutProbabilities())
        .with(retrieval(file, noisyOr(together, data.testCorrection())));
  }

  /** The probabilities of BERT in one precision, stored as they are computed. */
  private final class BertProbabilities {
    private final PairScorer scorer;
    private final String suffix;

    BertProbabilities(PairScorer scorer, Precision precision) {
      this.scorer = scorer;
      this.suffix = PrecisionComparison.fileSuffix(precision);
    }

    private List<Passage> passages(List<String> sentences) {
      Language language = setup.documentLanguage();
      return sentences.stream()
          .map(one -> new Passage("s", 0, language, "", one, 0, one.length()))
          .toList();
    }

    /**
     * Returns the probability that the query of each example of the test occurs in the translation
     * of its sentence.
     */
    double[] testExamples() {
      List<OccurrenceExample> examples = data.testExamples();
      return setup
          .runner()
          .scores(
              "bert-test" + suffix,
              Collections.nCopies(examples.size(), 1),
              "Classifying",
              "examples",
              i ->
                  scorer.score(
                      Query.of(examples.get(i).query()),
                      passages(List.of(examples.get(i).sentence()))))
          .stream()
          .mapToDouble(score -> score[0])
          .toArray();
    }

    /**
     * Returns the probability that each word of all queries occurs in the translation of each
     * sentence. All sentences are scored at once, in batches.
     */
    Map<String, float[]> queryWords() {
      List<String> queryWords =
          collection.queries().stream()
              .flatMap(query -> query.words().stream())
              .distinct()
              .sorted()
              .toList();
      List<Passage> passages = passages(sentences.sentences());
      List<float[]> scores =
          setup
              .runner()
              .scores(
                  "bert-words" + suffix,
                  Collections.nCopies(queryWords.size(), passages.size()),
                  "Scoring sentences",
                  "words",
                  word -> scorer.score(Query.of(queryWords.get(word)), passages));
      Map<String, float[]> found = new HashMap<>();
      for (int word = 0; word < queryWords.size(); word++) {
        found.put(queryWords.get(word), scores.get(word));
      }
      return found;
    }
  }

  private static SystemMeasurements trainingDraws(long draws) {
    return SystemMeasurements.builder()
        .figure(ClirMeasures.TRAINING_DRAWS, ClirMeasures.ALL, (double) draws)
        .build();
  }

  private SystemMeasurements classification(double[] probabilities) {
    return ClirMeasures.classification(
        data.testExamples(), probabilities, data.trainingFrequencies());
  }

  private DocumentScorer noisyOr(
      Map<String, float[]> wordProbabilities, PriorCorrection correction) {
    return query ->
        sentences.documents(
            query.words().stream()
                .map(word -> requireNonNull(wordProbabilities.get(word)))
                .toList(),
            correction);
  }

  /**
   * Returns a scorer whose scores are the standard scores of a query's documents, so that one
   * threshold fits all queries; those of the analysis set and of the development set apart.
   */
  private DocumentScorer normalised(DocumentScorer scorer) {
    int analysis = collection.analysis().size();
    return query -> {
      float[] scores = scorer.score(query).clone();
      standardise(scores, 0, analysis);
      standardise(scores, analysis, scores.length);
      return scores;
    };
  }

  private static void standardise(float[] scores, int from, int to) {
    double mean = 0;
    for (int i = from; i < to; i++) {
      mean += scores[i] / (double) (to - from);
    }
    double variance = 0;
    for (int i = from; i < to; i++) {
      variance += (scores[i] - mean) * (scores[i] - mean) / (to - from);
    }
    double deviation = variance == 0 ? 1 : Math.sqrt(variance);
    for (int i = from; i < to; i++) {
      scores[i] = (float) ((scores[i] - mean) / deviation);
    }
  }

  private SystemMeasurements attention(ClirVariant row, AttentionScoring kind) {
    QueryAttentionSystem system =
        attention.computeIfAbsent(
            kind, missing -> QueryAttentionSystem.train(missing, setup, data, words));
    if (row == ClirVariant.DOT_PRODUCT_CORRECTED || row == ClirVariant.QRANN_CORRECTED) {
      PriorCorrection ofWords = data.wordCorrection();
      PriorCorrection ofPhrases =
          kind == AttentionScoring.QRANN ? data.phraseCorrection() : ofWords;
      return retrieval(row.key(), system.documentScorer(sentences, ofWords, ofPhrases));
    }
    DocumentScorer scorer =
        system.documentScorer(sentences, PriorCorrection.NONE, PriorCorrection.NONE);
    if (row == ClirVariant.DOT_PRODUCT_NORMALISED || row == ClirVariant.QRANN_NORMALISED) {
      return retrieval(row.key(), normalised(scorer));
    }
    List<OccurrenceExample> test = data.testExamples();
    double[] predictions = new double[test.size()];
    for (int i = 0; i < predictions.length; i++) {
      predictions[i] = system.probability(test.get(i));
      listener.progressReported("Classifying", "examples", i + 1L, predictions.length);
    }
    return classification(predictions)
        .with(retrieval(row.key(), scorer))
        .with(trainingDraws(system.draws()));
  }

  private SystemMeasurements retrieval(String file, DocumentScorer system) {
    List<ClirQuery> queries = collection.queries();
    return ClirMeasures.retrieval(
        collection,
        setup
            .runner()
            .scores(
                file,
                Collections.nCopies(queries.size(), collection.documents().size()),
                "Scoring documents",
                "queries",
                query -> system.score(queries.get(query))));
  }
}
