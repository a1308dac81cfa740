// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.clirbert.supervision.TrainingFrequency;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;

/** The tables of CLIR-BERT: tables 2, 3 and 4 of the paper, and further ones. */
final class ClirTables {
  private static final String BEST_NON_NEURAL = "Best non-neural system";
  private static final String CORRECTION_NOTE =
      "Prior corrected: with probabilities as in a collection, not as in training examples,"
          + " whose negatives were sampled; also in the combination of BERT and Prob. CLIR. ";
  private static final String RANDOMISATION_NOTE =
      "p: paired randomisation, corrected by Holm over the table.";
  private static final String SIGNIFICANCE_NOTE =
      RANDOMISATION_NOTE
          + " The published figures are of Lithuanian documents, queries and bitext of the"
          + " MATERIAL programme.";

  /** The columns of table 3 and of table 4. */
  private static final List<String> RANKING =
      List.of(ClirMeasures.MAP_PHRASES, ClirMeasures.MAP_ALL);

  private static final List<String> DETECTION =
      List.of(
          ClirMeasures.MQWV_ANALYSIS, ClirMeasures.MQWV_DEVELOPMENT, ClirMeasures.AQWV_DEVELOPMENT);

  private final long seed;
  private final ClirCollection collection;
  private final SequencedMap<ClirVariant, SystemMeasurements> rows;
  private final SequencedMap<String, SystemMeasurements> byLabel = new LinkedHashMap<>();
  private final SequencedMap<String, SystemMeasurements> classifiers = new LinkedHashMap<>();
  private final PublishedFigures published = PublishedFigures.of(ClirPaper.class);

  ClirTables(
      ExperimentRunner runner,
      ClirCollection collection,
      SequencedMap<ClirVariant, SystemMeasurements> rows) {
    this.seed = runner.options().seed();
    this.collection = collection;
    this.rows = rows;
    rows.forEach((row, figures) -> byLabel.put(row.label(), figures));
    ClirVariant.CLASSIFIERS.forEach(row -> classifiers.put(row.label(), rows.get(row)));
  }

  PaperResult toResult(
      SequencedMap<String, String> settings, BiConsumer<PaperResult, HtmlReport> report) {
    List<String> figures =
        Stream.of(List.of(ClirMeasures.ACCURACY), RANKING, DETECTION)
            .flatMap(List::stream)
            .toList();
    return new PaperResult(
        "clir-bert",
        "CLIR-BERT (Jiang et al. 2020): cross-lingual retrieval, from " + settings.get("base"),
        settings,
        List.of(
            classification(),
            byTrainingFrequency(),
            retrieval("table3", "Table 3: MAP", rankingNote(), byLabel, RANKING),
            retrieval(
                "table4",
                "Table 4: the query weighted value, beta = 40",
                detectionNote(),
                nonNeuralFirst(),
                DETECTION),
            PrecisionComparison.table(byLabel, figures)),
        report);
  }

  private String rankingNote() {
    return collection.description()
        + ". MAP is the mean over the queries with a relevant document in the analysis set: "
        + count(ClirMeasures.MAP_ALL)
        + ", "
        + count(ClirMeasures.MAP_PHRASES)
        + " of them phrases. ";
  }

  private String detectionNote() {
    return "MQWV: at the best threshold of the same set. AQWV: on the development set at the best"
        + " threshold of the analysis set. Only queries with a relevant document in a set count"
        + " there: "
        + count(ClirMeasures.MQWV_ANALYSIS)
        + " in the analysis set, "
        + count(ClirMeasures.MQWV_DEVELOPMENT)
        + " in the development set. Values can be below 0. ";
  }

  /** Returns the better of the paper's two baselines, by its value on the analysis set, first. */
  private SequencedMap<String, SystemMeasurements> nonNeuralFirst() {
    ClirVariant best =
        List.of(ClirVariant.PROBABILISTIC_CLIR, ClirVariant.PROBABILISTIC_OCCURRENCE).stream()
            .max(
                Comparator.comparing(row -> rows.get(row).macroAverage(ClirMeasures.MQWV_ANALYSIS)))
            .orElseThrow();
    SequencedMap<String, SystemMeasurements> ordered = new LinkedHashMap<>();
    ordered.put(BEST_NON_NEURAL, rows.get(best));
    ordered.putAll(byLabel);
    ordered.remove(best.label());
    return ordered;
  }

  /** Returns a table that is not in the paper: recall by the amount of training data. */
  private PaperTable byTrainingFrequency() {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    List<String> counts = new ArrayList<>();
    for (TrainingFrequency times : TrainingFrequency.values()) {
      if (classifiers.values().stream()
          .allMatch(figures -> figures.values().containsKey(times.measureName()))) {
        columns.put(times.label(), times.measureName());
        counts.add(times.label() + ": " + count(times.measureName()));
      }
    }
    return new BaselineComparison(classifiers, columns, seed)
        .toTable(
            "table2_by_training",
            "Recall of the positive examples of table 2, by the training frequency of their word",
            "Number of examples by how often their word is a positive training example: "
                + String.join(", ", counts)
                + ". "
                + RANDOMISATION_NOTE,
            List.of());
  }

  /** Returns the number of examples or queries over which a measure is the mean. */
  private int count(String measure) {
    SystemMeasurements figures = rows.get(ClirVariant.BERT);
    return figures.has(measure)
        ? figures.queryValues(measure).values().stream().mapToInt(v -> v.length).sum()
        : 0;
  }

  /** Returns how many examples the training of each system drew. */
  private String trainingDraws() {
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

  private PaperTable classification() {
    List<String> accuracy = List.of(ClirMeasures.ACCURACY);
    List<PaperTable.Row> lines = new ArrayList<>();
    for (PaperTable.Row row :
        new BaselineComparison(classifiers, BaselineComparison.columns(accuracy), seed).toRows()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>(row.cells());
      SystemMeasurements figures = classifiers.get(row.name());
      ClirMeasures.CONFUSION.forEach(
          part -> cells.put(part, PaperTable.Cell.of(figures.macroAverage(part))));
      lines.add(PaperTable.Row.measured(row.name(), cells));
    }
    List<String> names = Stream.concat(accuracy.stream(), ClirMeasures.CONFUSION.stream()).toList();
    lines.addAll(published.rows("table2", names));
    return new PaperTable(
        "table2",
        "Table 2: does the word occur in the translation of the sentence? Accuracy and"
            + " confusion matrix",
        count(ClirMeasures.ACCURACY)
            + " examples of held-out bitext, as many positive as negative. The weights of BERT"
            + " with Prob. CLIR are fitted on the other half of the sentences. Each system is"
            + " trained on the same examples of words, in the same number of rounds, QRANN also on"
            + " noun phrases. Examples drawn: "
            + trainingDraws()
            + ". "
            + SIGNIFICANCE_NOTE,
        names,
        lines);
  }

  private PaperTable retrieval(
      String name,
      String caption,
      String note,
      SequencedMap<String, SystemMeasurements> systems,
      List<String> columns) {
    SystemMeasurements first = systems.firstEntry().getValue();
    List<String> measured = columns.stream().filter(first::has).toList();
    List<PaperTable.Row> lines =
        new ArrayList<>(
            new BaselineComparison(systems, BaselineComparison.columns(measured), seed).toRows());
    lines.addAll(published.rows(name, columns));
    return new PaperTable(
        name, caption, note + CORRECTION_NOTE + SIGNIFICANCE_NOTE, columns, lines);
  }
}
