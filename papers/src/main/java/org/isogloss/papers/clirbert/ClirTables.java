// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.clirbert.supervision.TrainingFrequency;
import org.isogloss.papers.experiment.PaperTables;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SignificanceTest;
import org.isogloss.papers.experiment.SystemMeasurements;

/** The tables of CLIR-BERT: tables 2, 3 and 4 of the paper, and further ones. */
final class ClirTables {
  private static final String BEST_NON_NEURAL = "Best non-neural system";

  /** The columns of table 3 and of table 4. */
  private static final List<String> RANKING =
      List.of(ClirMeasures.MAP_PHRASES, ClirMeasures.MAP_ALL);

  private static final List<String> DETECTION =
      List.of(
          ClirMeasures.MQWV_ANALYSIS, ClirMeasures.MQWV_DEVELOPMENT, ClirMeasures.AQWV_DEVELOPMENT);

  private final SequencedMap<ClirVariant, SystemMeasurements> rows;
  private final SequencedMap<String, SystemMeasurements> byLabel = new LinkedHashMap<>();
  private final SequencedMap<String, SystemMeasurements> classifiers = new LinkedHashMap<>();

  /** The ranges of training frequencies whose words all classifiers have, by their columns. */
  private final SequencedMap<String, String> frequencies = new LinkedHashMap<>();

  private final PaperTables tables;

  ClirTables(
      long seed, ClirCollection collection, SequencedMap<ClirVariant, SystemMeasurements> rows) {
    this.rows = rows;
    rows.forEach((row, figures) -> byLabel.put(row.label(), figures));
    ClirVariant.CLASSIFIERS.stream()
        .filter(rows::containsKey)
        .forEach(row -> classifiers.put(row.label(), rows.get(row)));
    for (TrainingFrequency times : TrainingFrequency.values()) {
      if (classifiers.values().stream().allMatch(figures -> figures.has(times.measureName()))) {
        frequencies.put(times.label(), times.measureName());
      }
    }
    this.tables =
        PaperTables.of(ClirPaper.class, SignificanceTest.RANDOMISATION, seed)
            .with("collection", collection.description())
            .with("examples", count(ClirMeasures.ACCURACY))
            .with("draws", trainingDraws())
            .with("queries", count(ClirMeasures.MAP_ALL))
            .with("phrases", count(ClirMeasures.MAP_PHRASES))
            .with("analysis", count(ClirMeasures.MQWV_ANALYSIS))
            .with("development", count(ClirMeasures.MQWV_DEVELOPMENT))
            .with(
                "frequencies",
                frequencies.entrySet().stream()
                    .map(one -> one.getKey() + ": " + count(one.getValue()))
                    .collect(Collectors.joining(", ")));
  }

  PaperResult toResult(
      SequencedMap<String, String> settings, BiConsumer<PaperResult, HtmlReport> report) {
    List<String> figures =
        Stream.of(List.of(ClirMeasures.ACCURACY), RANKING, DETECTION)
            .flatMap(List::stream)
            .toList();
    List<PaperTable> all = new ArrayList<>();
    if (!classifiers.isEmpty()) {
      all.add(classification());
      all.add(tables.compared("table2_by_training", classifiers, frequencies));
    }
    all.add(retrieval("table3", byLabel, RANKING));
    all.add(retrieval("table4", nonNeuralFirst(), DETECTION));
    PrecisionComparison.table(byLabel, figures).ifPresent(all::add);
    return new PaperResult(
        "clir-bert",
        "CLIR-BERT (Jiang et al. 2020): cross-lingual retrieval, from " + settings.get("base"),
        settings,
        all,
        report);
  }

  /**
   * Returns the better of the paper's two baselines, by its value on the analysis set, first; all
   * rows if neither is among them.
   */
  private SequencedMap<String, SystemMeasurements> nonNeuralFirst() {
    Optional<ClirVariant> best =
        Stream.of(ClirVariant.PROBABILISTIC_CLIR, ClirVariant.PROBABILISTIC_OCCURRENCE)
            .filter(rows::containsKey)
            .max(
                Comparator.comparing(
                    row -> rows.get(row).macroAverage(ClirMeasures.MQWV_ANALYSIS)));
    SequencedMap<String, SystemMeasurements> ordered = new LinkedHashMap<>();
    best.ifPresent(row -> ordered.put(BEST_NON_NEURAL, rows.get(row)));
    ordered.putAll(byLabel);
    best.ifPresent(row -> ordered.remove(row.label()));
    return ordered;
  }

  /** Returns the number of examples or queries over which a measure is the mean. */
  private int count(String measure) {
    return rows.values().stream()
        .filter(figures -> figures.has(measure))
        .mapToInt(
            figures -> figures.queryValues(measure).values().stream().mapToInt(v -> v.length).sum())
        .findFirst()
        .orElse(0);
  }

  /** Returns how many examples the training of each system drew. */
  private String trainingDraws() {
    return Stream.of(ClirVariant.BERT, ClirVariant.DOT_PRODUCT, ClirVariant.QRANN)
        .filter(rows::containsKey)
        .map(
            row ->
                String.format(
                    Locale.ROOT,
                    "%s %,.0f",
                    row.label(),
                    rows.get(row).macroAverage(ClirMeasures.TRAINING_DRAWS)))
        .collect(Collectors.joining("; "));
  }

  /** Returns accuracies, which are compared, with the cells of the confusion matrix. */
  private PaperTable classification() {
    List<String> columns =
        Stream.concat(Stream.of(ClirMeasures.ACCURACY), ClirMeasures.CONFUSION.stream()).toList();
    return tables.compared(
        "table2", columns, classifiers, PaperTables.columns(List.of(ClirMeasures.ACCURACY)));
  }

  private PaperTable retrieval(
      String name, SequencedMap<String, SystemMeasurements> systems, List<String> columns) {
    SystemMeasurements first = systems.firstEntry().getValue();
    List<String> measured = columns.stream().filter(first::has).toList();
    return tables.compared(name, columns, systems, PaperTables.columns(measured));
  }
}
