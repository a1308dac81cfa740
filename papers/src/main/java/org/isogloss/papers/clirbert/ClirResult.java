// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.isogloss.measure.QueryWeightedValueCurve;
import org.isogloss.measure.report.AttentionDiagram;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.clirbert.supervision.TrainingFrequency;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;

/** The result of CLIR-BERT's experiments: tables 2, 3 and 4 of the paper. */
public final class ClirResult {
  static final String BEST_NON_NEURAL = "Best non-neural system";

  private static final String CORRECTION_NOTE =
      "Prior corrected: with probabilities as in a collection, not as in training examples,"
          + " whose negatives were sampled; also in the combination of BERT and Prob. CLIR. ";

  private static final String RANDOMISATION_NOTE =
      "p: paired randomisation, corrected by Holm over the table.";

  private static final String SIGNIFICANCE_NOTE =
      RANDOMISATION_NOTE
          + " The published figures are of Lithuanian documents, queries and bitext of the"
          + " MATERIAL programme.";

  /** Figures that are given in eight bits too. */
  private static final List<String> FIGURES =
      List.of(
          ClirMeasures.ACCURACY,
          ClirMeasures.MAP_PHRASES,
          ClirMeasures.MAP_ALL,
          ClirMeasures.MQWV_ANALYSIS,
          ClirMeasures.MQWV_DEVELOPMENT,
          ClirMeasures.AQWV_DEVELOPMENT);

  private final PaperResult result;
  private final Map<ClirVariant, QueryWeightedValueCurve> curves;
  private final Optional<AttentionDiagram> attention;
  private final SequencedMap<String, Path> logs;

  /**
   * The measurements.
   *
   * @param curves curves of the analysis set
   * @param model folder of CLIR-BERT
   * @param example example whose attention is shown
   * @param logs logs of the trainings
   */
  ClirResult(
      SequencedMap<String, String> settings,
      ClirCollection collection,
      SequencedMap<ClirVariant, SystemMeasurements> rows,
      Map<ClirVariant, QueryWeightedValueCurve> curves,
      Path model,
      Optional<OccurrenceExample> example,
      SequencedMap<String, Path> logs) {
    this.curves = new EnumMap<>(curves);
    this.attention =
        example.map(one -> ClirAttention.draw(model, one.query(), one.sentence(), List.of()));
    this.logs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(logs));
    long seed = Long.parseLong(settings.get("seed"));
    this.result =
        new PaperResult(
            "clir-bert",
            "CLIR-BERT (Jiang et al. 2020): cross-lingual retrieval, from " + settings.get("base"),
            settings,
            List.of(
                classification(rows, seed),
                byTrainingFrequency(rows, seed),
                retrieval(
                    "table3",
                    "Table 3: MAP",
                    collection.description()
                        + ". MAP is the mean over the queries with a relevant document in the"
                        + " analysis set: "
                        + count(rows, ClirMeasures.MAP_ALL)
                        + ", "
                        + count(rows, ClirMeasures.MAP_PHRASES)
                        + " of them phrases. "
                        + CORRECTION_NOTE
                        + SIGNIFICANCE_NOTE,
                    byLabel(rows),
                    List.of(ClirMeasures.MAP_PHRASES, ClirMeasures.MAP_ALL),
                    seed),
                retrieval(
                    "table4",
                    "Table 4: the query weighted value, beta = 40",
                    "MQWV: at the best threshold of the same set. AQWV: on the development set at"
                        + " the best threshold of the analysis set. Only queries with a relevant"
                        + " document in a set count there: "
                        + count(rows, ClirMeasures.MQWV_ANALYSIS)
                        + " in the analysis set, "
                        + count(rows, ClirMeasures.MQWV_DEVELOPMENT)
                        + " in the development set. Values can be below 0. "
                        + CORRECTION_NOTE
                        + SIGNIFICANCE_NOTE,
                    nonNeuralFirst(rows),
                    List.of(
                        ClirMeasures.MQWV_ANALYSIS,
                        ClirMeasures.MQWV_DEVELOPMENT,
                        ClirMeasures.AQWV_DEVELOPMENT),
                    seed),
                PrecisionComparison.table(byLabel(rows), FIGURES)));
  }

  private static SequencedMap<String, SystemMeasurements> byLabel(
      SequencedMap<ClirVariant, SystemMeasurements> rows) {
    SequencedMap<String, SystemMeasurements> labelled = new LinkedHashMap<>();
    rows.forEach((row, figures) -> labelled.put(row.label(), figures));
    return labelled;
  }

  /** Returns the better of the paper's two baselines, by its value on the analysis set, first. */
  private static SequencedMap<String, SystemMeasurements> nonNeuralFirst(
      SequencedMap<ClirVariant, SystemMeasurements> rows) {
    ClirVariant best =
        List.of(ClirVariant.PROBABILISTIC_CLIR, ClirVariant.PROBABILISTIC_OCCURRENCE).stream()
            .max(
                Comparator.comparing(row -> rows.get(row).macroAverage(ClirMeasures.MQWV_ANALYSIS)))
            .orElseThrow();
    SequencedMap<String, SystemMeasurements> ordered = new LinkedHashMap<>();
    ordered.put(BEST_NON_NEURAL, rows.get(best));
    ordered.putAll(byLabel(rows));
    ordered.remove(best.label());
    return ordered;
  }

  private static SequencedMap<String, SystemMeasurements> classificationRows(
      SequencedMap<ClirVariant, SystemMeasurements> rows) {
    SequencedMap<String, SystemMeasurements> classifying = new LinkedHashMap<>();
    ClirVariant.CLASSIFIERS.forEach(row -> classifying.put(row.label(), rows.get(row)));
    return classifying;
  }

  /** Returns a table that is not in the paper: recall by the amount of training data. */
  private static PaperTable byTrainingFrequency(
      SequencedMap<ClirVariant, SystemMeasurements> rows, long seed) {
    SequencedMap<String, SystemMeasurements> classifying = classificationRows(rows);
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    List<String> counts = new ArrayList<>();
    for (TrainingFrequency times : TrainingFrequency.values()) {
      if (classifying.values().stream()
          .allMatch(figures -> figures.values().containsKey(times.measureName()))) {
        columns.put(times.label(), times.measureName());
        counts.add(times.label() + ": " + count(rows, times.measureName()));
      }
    }
    return new PaperTable(
        "table2_by_training",
        "Recall of the positive examples of table 2, by the training frequency of their word",
        "Number of examples by how often their word is a positive training example: "
            + String.join(", ", counts)
            + ". "
            + RANDOMISATION_NOTE,
        List.copyOf(columns.sequencedKeySet()),
        new BaselineComparison(classifying, columns, seed).toRows());
  }

  /** Returns the number of examples or queries over which a measure is the mean. */
  private static int count(SequencedMap<ClirVariant, SystemMeasurements> rows, String measure) {
    SystemMeasurements figures = rows.get(ClirVariant.BERT);
    return figures.has(measure)
        ? figures.queryValues(measure).values().stream().mapToInt(v -> v.length).sum()
        : 0;
  }

  /** Returns how many examples the training of each system drew. */
  private static String trainingDraws(SequencedMap<ClirVariant, SystemMeasurements> rows) {
    return List.of(ClirVariant.BERT, ClirVariant.DOT_PRODUCT, ClirVariant.QRANN).stream()
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "%s %,.0f",
                    row.label(),
                    rows.get(row).macroAverage(ClirMeasures.TRAINING_DRAWS)))
        .collect(Collectors.joining("; "));
  }

  private static PaperTable classification(
      SequencedMap<ClirVariant, SystemMeasurements> rows, long seed) {
    SequencedMap<String, SystemMeasurements> classifying = classificationRows(rows);
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    columns.put(ClirMeasures.ACCURACY, ClirMeasures.ACCURACY);
    List<PaperTable.Row> lines = new ArrayList<>();
    for (PaperTable.Row row : new BaselineComparison(classifying, columns, seed).toRows()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>(row.cells());
      SystemMeasurements figures = classifying.get(row.name());
      ClirMeasures.CONFUSION.forEach(
          part -> cells.put(part, PaperTable.Cell.of(figures.macroAverage(part))));
      lines.add(PaperTable.Row.measured(row.name(), cells));
    }
    List<String> names = new ArrayList<>(List.of(ClirMeasures.ACCURACY));
    names.addAll(ClirMeasures.CONFUSION);
    lines.addAll(PublishedFigures.of(ClirPaper.class).rows("table2", names));
    return new PaperTable(
        "table2",
        "Table 2: does the word occur in the translation of the sentence? Accuracy and"
            + " confusion matrix",
        count(rows, ClirMeasures.ACCURACY)
            + " examples of held-out bitext, as many positive as negative. The weights of BERT"
            + " with Prob. CLIR are fitted on the other half of the sentences. Each system is"
            + " trained on the same examples of words, in the same number of rounds, QRANN also on"
            + " noun phrases. Examples drawn: "
            + trainingDraws(rows)
            + ". "
            + SIGNIFICANCE_NOTE,
        names,
        lines);
  }

  private static PaperTable retrieval(
      String name,
      String caption,
      String note,
      SequencedMap<String, SystemMeasurements> rows,
      List<String> columns,
      long seed) {
    SequencedMap<String, String> measured = new LinkedHashMap<>();
    columns.stream()
        .filter(column -> rows.firstEntry().getValue().values().containsKey(column))
        .forEach(column -> measured.put(column, column));
    List<PaperTable.Row> lines =
        new ArrayList<>(new BaselineComparison(rows, measured, seed).toRows());
    lines.addAll(PublishedFigures.of(ClirPaper.class).rows(name, columns));
    return new PaperTable(name, caption, note, columns, lines);
  }

  /** Returns the tables. */
  public PaperResult result() {
    return result;
  }

  /**
   * Writes a page with the tables, the threshold curves, a picture of attention and the trainings.
   */
  public HtmlReport toReport() {
    return ClirReport.of(result, curves, attention, logs);
  }
}
