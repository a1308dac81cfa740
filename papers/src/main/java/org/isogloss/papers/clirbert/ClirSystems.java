package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.isogloss.core.Encoder;
import org.isogloss.lexical.TableModel;
import org.isogloss.lexical.WordSplitter;
import org.isogloss.model.ModelFolder;
import org.isogloss.neural.queryattention.AttentionKind;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.RowFigures;
import org.isogloss.papers.ScoreFile;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxCrossEncoder;

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
    this.words = new WordTable(embeddings, WordSplitter.of(options.foreign()));
  }

  private Path scores(String name) {
    return options.common().work().resolve("scores").resolve(name + ".txt");
  }

  /** Everything that is measured of a row. */
  RowFigures measure(ClirRow row, PaperListener listener) {
    return switch (row) {
      case PROBABILISTIC_CLIR ->
          ranked(row, tables.of(TableModel.PROBABILISTIC_CLIR, listener), listener);
      case PROBABILISTIC_OCCURRENCE ->
          ranked(row, tables.of(TableModel.PROBABILISTIC_OCCURRENCE, listener), listener);
      case PSQ -> ranked(row, tables.structured(listener), listener);
      case TRANSLATION -> ranked(row, tables.translated(listener), listener);
      case BERT -> bert(listener);
      case DOT_PRODUCT -> attention(row, AttentionKind.DOT_PRODUCT, listener);
      case QRANN -> attention(row, AttentionKind.QRANN, listener);
    };
  }

  private RowFigures bert(PaperListener listener) {
    Path model = bert.make(listener.training());
    InferenceOptions inference =
        InferenceOptions.defaults().withThreads(options.common().threads());
    try (ModelFolder folder = ModelFolder.open(model);
        OnnxCrossEncoder scorer = OnnxCrossEncoder.open(folder, inference)) {
      BertSystem system = new BertSystem(scorer, options.foreign());
      RowFigures classified = classified(system::probability, listener);
      DocumentSystem documents =
          system.documents(sentences, collection.queries(), scores("bert-words"), listener);
      return together(classified, ranked(ClirRow.BERT, documents, listener));
    }
  }

  private RowFigures attention(ClirRow row, AttentionKind kind, PaperListener listener) {
    AttentionSystem system =
        AttentionSystem.train(kind, options.common(), sizes, data, words, listener.training());
    return together(
        classified(system::probability, listener),
        ranked(row, system.documents(sentences), listener));
  }

  private RowFigures classified(ToDoubleFunction<Occurrence> probability, PaperListener listener) {
    List<Occurrence> test = data.test();
    int[] done = new int[1];
    return ClirMeasures.classification(
        test,
        one -> {
          listener.progressed("Classifying", "examples", ++done[0], test.size());
          return probability.applyAsDouble(one);
        });
  }

  private RowFigures ranked(ClirRow row, DocumentSystem system, PaperListener listener) {
    List<ClirQuery> queries = collection.queries();
    try (ScoreFile scored = ScoreFile.open(scores(row.key()))) {
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
