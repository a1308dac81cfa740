package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.Encoder;
import org.isogloss.lexical.WordTokenizer;
import org.isogloss.lexical.scoring.TableScoringModel;
import org.isogloss.lexical.scoring.TranslationTableScorer;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.queryattention.AttentionScoring;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.RowFigures;
import org.isogloss.papers.ScoreFile;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.rerank.OnnxCrossEncoder;
import org.isogloss.runtime.rerank.PriorCorrection;

/** Makes the system of each row and measures it. */
final class ClirSystems {
  private final ClirOptions options;
  private final ClirSizes sizes;
  private final ClirData data;
  private final ClirCollection collection;
  private final ClirBertModel bert;
  private final TableSystems tables;
  private final SentenceOr sentences;
  private final WordTable words;
  private final Map<AttentionScoring, AttentionSystem> attention =
      new EnumMap<>(AttentionScoring.class);

  /**
   * Systems.
   *
   * @param embeddings of words; stays open
   */
  ClirSystems(
      ClirOptions options,
      ClirSizes sizes,
      ClirData data,
      ClirCollection collection,
      ClirBertModel bert,
      Encoder embeddings) {
    this.options = options;
    this.sizes = sizes;
    this.data = data;
    this.collection = collection;
    this.bert = bert;
    this.tables = new TableSystems(options, data.bitext(), collection.documents());
    this.sentences = new SentenceOr(collection.documents());
    this.words = new WordTable(embeddings, WordTokenizer.forLanguage(options.foreign()));
  }

  private Path scores(String name) {
    return options.common().work().resolve("scores").resolve(name + ".txt");
  }

  /** Everything that is measured of a row. */
  RowFigures measure(ClirRow row, PaperListener listener) {
    return switch (row) {
      case PROBABILISTIC_CLIR ->
          ranked(row, tables.of(TableScoringModel.PROBABILISTIC_CLIR, listener), listener);
      case PROBABILISTIC_OCCURRENCE ->
          ranked(row, tables.of(TableScoringModel.PROBABILISTIC_OCCURRENCE, listener), listener);
      case PSQ -> ranked(row, tables.structured(listener), listener);
      case TRANSLATION -> ranked(row, tables.translated(listener), listener);
      case BERT, BERT_CORRECTED, COMBINED -> bert(row, listener);
      case DOT_PRODUCT, DOT_PRODUCT_CORRECTED ->
          attention(row, AttentionScoring.DOT_PRODUCT, listener);
      case QRANN, QRANN_CORRECTED -> attention(row, AttentionScoring.QRANN, listener);
    };
  }

  private RowFigures bert(ClirRow row, PaperListener listener) {
    Path model = bert.make(listener.training());
    InferenceOptions inference =
        InferenceOptions.defaults().withThreads(options.common().threads());
    try (ModelFolder folder = ModelFolder.open(model);
        OnnxCrossEncoder scorer = OnnxCrossEncoder.open(folder, inference)) {
      BertSystem system = new BertSystem(scorer, options.foreign(), listener);
      return switch (row) {
        case BERT_CORRECTED ->
            ranked(row, noisyOr(ofWords(system), data.wordCorrection()), listener);
        case COMBINED -> combined(system, listener);
        default ->
            together(
                classified(ofTest(system)),
                ranked(row, noisyOr(ofWords(system), PriorCorrection.NONE), listener));
      };
    }
  }

  private RowFigures combined(BertSystem system, PaperListener listener) {
    TranslationTableScorer table = tables.scorer(TableScoringModel.PROBABILISTIC_CLIR, listener);
    CombinedSystem combined =
        new CombinedSystem(
            data.test(),
            ofTest(system),
            one -> tables.scores(table, one.query(), List.of(one.sentence()))[0]);
    LogisticRegression weights = combined.weights();
    Map<String, float[]> together = new HashMap<>();
    ofWords(system)
        .forEach(
            (word, bert) -> {
              float[] scores = tables.scores(table, word, sentences.sentences());
              together.put(word, CombinedSystem.probabilities(weights, bert, scores));
            });
    return together(
        classified(combined.classified()),
        ranked(ClirRow.COMBINED, noisyOr(together, data.testCorrection()), listener));
  }

  private RowFigures classified(double[] probabilities) {
    return ClirMeasures.classification(data.test(), probabilities, data.timesTrained());
  }

  /** BERT's probabilities of the examples of the test. */
  private double[] ofTest(BertSystem system) {
    return system.probabilities(data.test(), scores("bert-test"));
  }

  /** BERT's probabilities of all words of all queries, by sentence. */
  private Map<String, float[]> ofWords(BertSystem system) {
    List<String> asked =
        collection.queries().stream()
            .flatMap(query -> query.words().stream())
            .distinct()
            .sorted()
            .toList();
    return system.probabilities(asked, sentences.sentences(), scores("bert-words"));
  }

  private DocumentSystem noisyOr(Map<String, float[]> ofWords, PriorCorrection correction) {
    return query ->
        sentences.documents(
            query.words().stream().map(word -> requireNonNull(ofWords.get(word))).toList(),
            correction);
  }

  private RowFigures attention(ClirRow row, AttentionScoring kind, PaperListener listener) {
    AttentionSystem system =
        attention.computeIfAbsent(
            kind,
            missing ->
                AttentionSystem.train(
                    missing, options.common(), sizes, data, words, listener.training()));
    if (row == ClirRow.DOT_PRODUCT_CORRECTED || row == ClirRow.QRANN_CORRECTED) {
      PriorCorrection ofWords = data.wordCorrection();
      PriorCorrection ofPhrases =
          kind == AttentionScoring.QRANN ? data.phraseCorrection() : ofWords;
      return ranked(row, system.documents(sentences, ofWords, ofPhrases), listener);
    }
    List<Occurrence> test = data.test();
    double[] said = new double[test.size()];
    for (int i = 0; i < said.length; i++) {
      said[i] = system.probability(test.get(i));
      listener.progressed("Classifying", "examples", i + 1L, said.length);
    }
    return together(
        classified(said),
        ranked(
            row,
            system.documents(sentences, PriorCorrection.NONE, PriorCorrection.NONE),
            listener));
  }

  private RowFigures ranked(ClirRow row, DocumentSystem system, PaperListener listener) {
    List<ClirQuery> queries = collection.queries();
    try (ScoreFile scored = ScoreFile.open(scores(row.key()))) {
      scored.requireSizes(Collections.nCopies(queries.size(), collection.documents().size()));
      for (int q = scored.size(); q < queries.size(); q++) {
        scored.add(system.score(queries.get(q)));
        listener.progressed("Scoring documents", "queries", q + 1L, queries.size());
      }
      return ClirMeasures.retrieval(collection, scored.scores());
    }
  }

  /** What a measured row gave, by query and document; none where its file was removed. */
  List<float[]> scores(ClirRow row) {
    try (ScoreFile scored = ScoreFile.open(scores(row.key()))) {
      return scored.scores();
    }
  }

  private static RowFigures together(RowFigures one, RowFigures other) {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>(one.values());
    values.putAll(other.values());
    SortedMap<String, SortedMap<String, Double>> figures = new TreeMap<>(one.figures());
    figures.putAll(other.figures());
    return new RowFigures(values, figures);
  }
}
