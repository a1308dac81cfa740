// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.measure.QueryWeightedValueCurve;
import org.isogloss.measure.report.AttentionDiagram;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.AttentionPaper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.FixedEncoder;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/**
 * The experiments of CLIR-BERT (Jiang et al. 2020): classification of words and sentences (table
 * 2), and retrieval of documents with English words and phrases, by MAP (table 3) and by the query
 * weighted value (table 4), in comparison with systems based on translation tables and on word
 * embeddings. An interrupted test continues after its last query or word.
 */
public final class ClirPaper extends AttentionPaper {
  private static final Language ENGLISH = Language.of("en");

  /** Lower bound of the curve: below it, nearly all documents are returned. */
  private static final double MIN_VALUE = -1;

  /** The systems whose query weighted value is drawn over the threshold. */
  private static final List<ClirVariant> CURVES =
      List.of(ClirVariant.BERT, ClirVariant.COMBINED, ClirVariant.PROBABILISTIC_OCCURRENCE);

  /** Draws figure 3 of the paper by the trained cross-encoder, which is kept. */
  @Override
  protected Optional<String> draw(PaperOptions options) {
    String query = options.require("query");
    String sentence = options.require("sentence");
    Path model = setup(options, PaperListener.NONE).runner().modelFolder(ClirBertTrainer.NAME);
    try {
      List<Integer> layers = options.list("layers").stream().map(Integer::valueOf).toList();
      return Files.isDirectory(model)
          ? Optional.of(ClirAttention.draw(model, query, sentence, layers).svg())
          : Optional.empty();
    } catch (NumberFormatException e) {
      throw new PaperOptionException(
          "layers", "is " + options.text("layers") + ", expected numbers such as 1,2");
    } catch (IllegalArgumentException e) {
      throw new PaperOptionException("layers", ": " + e.getMessage());
    }
  }

  @Override
  protected PaperResult measure(PaperOptions options, PaperListener listener) {
    ClirSetup setup = setup(options, listener);
    ExperimentRunner runner = setup.runner();
    Set<ClirVariant> variants = options.select("rows", ClirVariant.class, ClirVariant::key);
    if (variants.isEmpty()) {
      throw new PaperOptionException("rows", "is none, expected a row or more");
    }
    try (ModelFolder base = ModelFolder.open(options.requireBase());
        ModelFolder embeddings = ModelFolder.open(options.text("embeddings"));
        Encoder encoder = FixedEncoder.open(embeddings, options)) {
      listener.messageReported("reading sentences and documents");
      ClirData data = new ClirData(setup);
      ClirCollection collection = data.collection();
      ClirBertTrainer bert = new ClirBertTrainer(setup, data, base);
      SequencedMap<String, String> settings = setup.runner().settings(base);
      settings.put("word embeddings", FixedEncoder.label(embeddings.manifest().name(), embeddings));
      settings.put("word embeddings' fingerprint", embeddings.fingerprint());
      settings.put("languages", setup.languages().toString());
      settings.put("negatives", setup.runner().options().text("negatives"));
      settings.put("layers", Integer.toString(bert.layers()));
      settings.putAll(setup.sizes().description());
      settings.put("bitext", data.description());
      settings.put("collection", collection.description());
      settings.putAll(bert.recipe().description());
      runner.start(settings, variants.size());
      ClirEvaluation systems = new ClirEvaluation(setup, data, collection, bert, encoder);
      SequencedMap<ClirVariant, SystemMeasurements> rows = new LinkedHashMap<>();
      for (ClirVariant row : variants) {
        rows.put(row, runner.row(row.label(), row.key(), () -> systems.measure(row)));
      }
      Map<ClirVariant, QueryWeightedValueCurve> curves = new EnumMap<>(ClirVariant.class);
      for (ClirVariant row : variants) {
        List<float[]> scores = runner.storedScores(row.key());
        if (scores.size() == collection.queries().size()) {
          curves.put(row, ClirMeasures.curve(collection, scores));
        }
      }
      Optional<AttentionDiagram> attention =
          variants.contains(ClirVariant.BERT)
              ? attention(data, bert.trainIfMissing())
              : Optional.empty();
      return new ClirTables(options.seed(), collection, rows)
          .toResult(
              settings, (result, report) -> report(result, report, runner, curves, attention));
    }
  }

  private static Optional<AttentionDiagram> attention(ClirData data, Path model) {
    return data.attentionExample()
        .map(one -> ClirAttention.draw(model, one.query(), one.sentence(), List.of()));
  }

  private static ClirSetup setup(PaperOptions options, PaperListener listener) {
    LanguagePair languages = options.languages("languages");
    if (!languages.source().equals(ENGLISH) || languages.target().equals(ENGLISH)) {
      throw new PaperOptionException(
          "languages",
          "are "
              + languages
              + ", expected English and another one, such as en-de: queries are in English");
    }
    return new ClirSetup(
        new ExperimentRunner(options, listener, ExperimentSizes.of(ClirPaper.class, options)),
        languages);
  }

  private static void report(
      PaperResult result,
      HtmlReport report,
      ExperimentRunner runner,
      Map<ClirVariant, QueryWeightedValueCurve> curves,
      Optional<AttentionDiagram> attention) {
    report.section("Tables");
    result.tables().forEach(table -> PaperResult.addTo(table, report));
    report.section("Query weighted value over the threshold");
    report.paragraph(
        "Analysis set. Scores of systems differ: log-odds if sentences are scored, logarithms"
            + " of probabilities for Prob. CLIR and Prob. Occurrence.");
    for (ClirVariant row : CURVES) {
      Optional.ofNullable(curves.get(row))
          .ifPresent(curve -> report.figure(chart(row.label(), curve)));
    }
    attention.ifPresent(
        picture -> report.section("Attention of the last layer, by head").figure(picture));
    report.section("Training");
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    logs.put(ClirVariant.BERT.label(), runner.logFile(ClirBertTrainer.NAME));
    for (ClirVariant row : List.of(ClirVariant.DOT_PRODUCT, ClirVariant.QRANN)) {
      logs.put(row.label(), runner.logFile(row.key()));
    }
    TrainingCharts.addLosses(report, logs);
  }

  private static LineChart chart(String name, QueryWeightedValueCurve curve) {
    List<QueryWeightedValueCurve.Point> shown =
        curve.points().stream()
            .filter(point -> Double.isFinite(point.threshold()) && point.value() >= MIN_VALUE)
            .toList();
    Function<ToDoubleFunction<QueryWeightedValueCurve.Point>, double[]> values =
        value -> shown.stream().mapToDouble(value).toArray();
    double[] thresholds = values.apply(QueryWeightedValueCurve.Point::threshold);
    return new LineChart(name, "threshold", "")
        .series("AQWV", thresholds, values.apply(QueryWeightedValueCurve.Point::value))
        .series("P_miss", thresholds, values.apply(QueryWeightedValueCurve.Point::missRate))
        .series(
            "beta P_FA", thresholds, values.apply(point -> curve.beta() * point.falseAlarmRate()));
  }
}
