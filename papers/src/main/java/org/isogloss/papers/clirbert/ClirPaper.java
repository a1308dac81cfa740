// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.Encoder;
import org.isogloss.measure.QueryWeightedValueCurve;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.GivenEncoder;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.text.segmentation.EnglishNounPhraseExtractor;

/**
 * The experiments of CLIR-BERT (Jiang et al. 2020): classification of words and sentences (table
 * 2), and retrieval of documents with English words and phrases, by MAP (table 3) and by the query
 * weighted value (table 4), in comparison with systems based on translation tables and on word
 * embeddings. An interrupted run continues after its last finished row, in a training at its last
 * checkpoint, in a test after its last query or word.
 */
public final class ClirPaper {
  private final ClirOptions options;
  private final PaperOptions common;
  private final ClirSizes sizes;

  public ClirPaper(ClirOptions options) {
    this.options = requireNonNull(options, "options is null");
    this.common = options.common();
    this.sizes = options.sizes();
  }

  /** Returns the folder of the trained cross-encoder, which is kept. */
  public Path model() {
    return new ExperimentFolder(common).modelFolder(ClirBertTrainer.NAME);
  }

  /**
   * Runs the rows of the experiment that are not finished yet.
   *
   * @throws org.isogloss.core.IsoglossException if data is missing, if {@code work} belongs to
   *     other settings, or if the listener stopped a training; then the same call continues
   */
  public ClirResult run(PaperListener listener) {
    try (ModelFolder base = ModelFolder.open(common.requireBase());
        ModelFolder embeddings = ModelFolder.open(options.embeddings());
        Encoder encoder = GivenEncoder.open(embeddings, common.threads())) {
      listener.messageReported("reading sentences and documents");
      ClirData data = new ClirData(options, sizes);
      ClirCollection collection = data.collection();
      ClirBertTrainer bert = new ClirBertTrainer(common, sizes, data, base);
      SequencedMap<String, String> settings = settings(base, embeddings, data, collection, bert);
      MeasurementStore finished = MeasurementStore.open(common.work(), settings);
      ClirEvaluation systems = new ClirEvaluation(options, sizes, data, collection, bert, encoder);
      SequencedMap<ClirVariant, SystemMeasurements> rows = new LinkedHashMap<>();
      for (ClirVariant row : ClirVariant.values()) {
        Optional<SystemMeasurements> before = finished.find(row.key());
        listener.rowStarted(
            row.label(), rows.size() + 1, ClirVariant.values().length, before.isPresent());
        SystemMeasurements figures = before.orElseGet(() -> systems.measure(row, listener));
        if (before.isEmpty()) {
          finished.save(row.key(), figures);
        }
        rows.put(row, figures);
      }
      Map<ClirVariant, QueryWeightedValueCurve> curves = new EnumMap<>(ClirVariant.class);
      for (ClirVariant row : ClirVariant.values()) {
        List<float[]> scores = systems.scores(row);
        if (scores.size() == collection.queries().size()) {
          curves.put(row, ClirMeasures.curve(collection, scores));
        }
      }
      return new ClirResult(
          settings,
          collection,
          rows,
          curves,
          bert.trainIfMissing(listener.trainingListener()),
          example(data),
          logs());
    }
  }

  /** Returns a short sentence of the test with a noun phrase of its translation. */
  private static Optional<OccurrenceExample> example(ClirData data) {
    return data.bitext().test().stream()
        .filter(sentence -> sentence.words().size() <= 12)
        .flatMap(
            sentence ->
                EnglishNounPhraseExtractor.extract(sentence.english()).stream()
                    .map(phrase -> new OccurrenceExample(phrase, sentence.foreign(), true)))
        .findFirst();
  }

  private SequencedMap<String, Path> logs() {
    ExperimentFolder work = new ExperimentFolder(common);
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    logs.put(ClirVariant.BERT.label(), work.logFile(ClirBertTrainer.NAME));
    logs.put(ClirVariant.DOT_PRODUCT.label(), work.logFile(ClirVariant.DOT_PRODUCT.key()));
    logs.put(ClirVariant.QRANN.label(), work.logFile(ClirVariant.QRANN.key()));
    return logs;
  }

  private SequencedMap<String, String> settings(
      ModelFolder base,
      ModelFolder embeddings,
      ClirData data,
      ClirCollection collection,
      ClirBertTrainer bert) {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("base", base.manifest().name());
    settings.put("base's fingerprint", base.fingerprint());
    settings.put("word embeddings", GivenEncoder.label(embeddings.manifest().name(), embeddings));
    settings.put("word embeddings' fingerprint", embeddings.fingerprint());
    settings.put("languages", options.languages().toString());
    settings.put("data", common.describeData());
    settings.put("scale", common.scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(common.seed()));
    settings.put("layers", Integer.toString(bert.layers()));
    settings.putAll(sizes.description());
    settings.put("bitext", data.description());
    settings.put("collection", collection.description());
    settings.put(PrecisionComparison.SETTING, PrecisionComparison.DESCRIPTION);
    settings.putAll(bert.recipe().description());
    return settings;
  }
}
