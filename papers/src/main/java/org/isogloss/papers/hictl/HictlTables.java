// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.util.Margin;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.PaperTables;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SignificanceTest;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;
import org.isogloss.papers.hictl.training.HictlVariant;

/**
 * The tables and the report of HICTL: the paper's comparison, the ablation, fine-tuned tasks, and
 * the figures of each language.
 */
final class HictlTables {
  private static final String PUBLISHED = "published";
  private static final String ABLATION = "ablation";

  /** What the other objectives add to the sentence-level one. */
  private static final String ADDITIONS = "additions";

  private static final String TASKS = "tasks";
  private static final String AVERAGE = "average";

  /** The figures of mining at the threshold with the best F1, by their columns. */
  private static final List<Map.Entry<String, String>> MINING =
      List.of(Map.entry("P", "precision"), Map.entry("R", "recall"), Map.entry("F1", "f1"));

  /** Tasks with the same items in each language. */
  private static final Set<String> TRANSLATED_TASKS =
      Set.of(
          UnderstandingTask.XNLI.key(),
          UnderstandingTask.PAWSX.key(),
          UnderstandingTask.XQUAD.key(),
          UnderstandingTask.XQUAD.exactKey());

  private final ExperimentRunner runner;
  private final TaskExperiments tasks;
  private final String base;
  private final SequencedMap<HictlVariant, SystemMeasurements> measured;
  private final SequencedMap<HictlVariant, SystemMeasurements> taskMeans = new LinkedHashMap<>();
  private final PaperTables tables;

  HictlTables(
      ExperimentRunner runner,
      TaskExperiments tasks,
      String base,
      SequencedMap<HictlVariant, SystemMeasurements> measured) {
    this.runner = runner;
    this.tasks = tasks;
    this.base = base;
    this.measured = measured;
    measured.keySet().forEach(variant -> taskMeans.put(variant, tasks.means(variant.key())));
    this.tables =
        PaperTables.of(HictlPaper.class, SignificanceTest.RANDOMISATION, runner.options().seed())
            .with("tatoeba-pools", pools("tatoeba", " (pools of at most %d)"))
            .with("ntrex-pools", pools("ntrex", " (pools of at most %d)"))
            .with("seeds", tasks.seeds())
            .with("languages", taskLanguages());
  }

  /**
   * Arranges figures in tables.
   *
   * @param layers figures by the mean of a middle layer, by their labels; may be empty
   */
  PaperResult toResult(
      SequencedMap<String, String> settings, SequencedMap<String, SystemMeasurements> layers) {
    List<PaperTable> all =
        new ArrayList<>(List.of(comparison(layers), retrieval(ABLATION, measured.keySet())));
    if (hasAdditions()) {
      all.add(retrieval(ADDITIONS, HictlVariant.SENTENCE_LEVEL));
    }
    if (!tasks.tasks().isEmpty()) {
      all.add(tasks());
      tasks.tasks().forEach(task -> all.add(languages(task.key(), task.key(), taskMeans)));
    }
    all.add(languages("tatoeba", HictlEvaluation.TATOEBA, measured));
    all.add(languages("ntrex", HictlEvaluation.NTREX, measured));
    all.add(languages("xquad_r", HictlEvaluation.XQUAD_R, measured));
    all.add(languages("xquad_r_pairs", HictlEvaluation.XQUAD_R_PAIRS, measured));
    HictlMiningEvaluation.MARGINS.forEach(margin -> all.add(mining(margin)));
    PrecisionComparison.table(
            byLabel(measured.keySet()),
            List.of(
                HictlEvaluation.TATOEBA,
                HictlEvaluation.XQUAD_R,
                HictlEvaluation.NTREX,
                f1(Margin.RATIO)))
        .ifPresent(all::add);
    return new PaperResult(
        "hictl",
        "HICTL (Wei et al. 2021): universal representations across languages, from " + base,
        settings,
        all,
        this::writeReport);
  }

  /** Returns table 2 of the paper as far as it concerns retrieval. */
  private PaperTable comparison(SequencedMap<String, SystemMeasurements> layers) {
    List<String> columns = List.of("Tatoeba Acc.", "BUCC F1", "hidden F1");
    SequencedMap<String, SystemMeasurements> systems = new LinkedHashMap<>();
    systems.put(", not trained", measured.get(HictlVariant.NONE));
    if (measured.containsKey(HictlVariant.HICTL)) {
      systems.put(" + HICTL", measured.get(HictlVariant.HICTL));
    }
    layers.forEach((label, figures) -> systems.put(", " + label, figures));
    List<PaperTable.Row> rows = new ArrayList<>();
    systems.forEach(
        (label, figures) -> {
          SequencedMap<String, Double> cells = new LinkedHashMap<>();
          cells.put(columns.getFirst(), figures.macroAverage(HictlEvaluation.TATOEBA));
          if (figures.has(HictlMiningEvaluation.buccF1())) {
            cells.put(columns.get(1), figures.macroAverage(HictlMiningEvaluation.buccF1()));
          }
          cells.put(columns.getLast(), figures.macroAverage(f1(Margin.RATIO)));
          String pools = pools("tatoeba", " (pools of at most %d)");
          rows.add(PaperTable.Row.of(base + label + pools, cells));
        });
    return tables.table(PUBLISHED, columns, rows);
  }

  /** Returns the size of the pools of candidates in a format, if it is limited. */
  private String pools(String size, String format) {
    int limit = runner.sizes().count(size);
    return limit == ExperimentSizes.ALL ? "" : String.format(Locale.ROOT, format, limit);
  }

  private static String f1(Margin margin) {
    return HictlMiningEvaluation.figureName(margin, "f1");
  }

  private SequencedMap<String, SystemMeasurements> byLabel(Collection<HictlVariant> variants) {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    variants.stream()
        .filter(measured::containsKey)
        .forEach(variant -> rows.put(variant.label(), measured.get(variant)));
    return rows;
  }

  /** Returns whether a row was trained by the sentence-level objective alone, another by more. */
  private boolean hasAdditions() {
    return measured.containsKey(HictlVariant.SENTENCE)
        && (measured.containsKey(HictlVariant.BOTH) || measured.containsKey(HictlVariant.HICTL));
  }

  /** Returns a table of sentence retrieval, whose rows are compared with the first one. */
  private PaperTable retrieval(String name, Collection<HictlVariant> variants) {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    columns.put("Tatoeba" + pools("tatoeba", " (%d)"), HictlEvaluation.TATOEBA);
    columns.put("XQuAD-R mixed", HictlEvaluation.XQUAD_R);
    columns.put("XQuAD-R pairs", HictlEvaluation.XQUAD_R_PAIRS);
    columns.put("NTREX" + pools("ntrex", " (%d)"), HictlEvaluation.NTREX);
    columns.put("mining, ratio", f1(Margin.RATIO));
    columns.put("mining, distance", f1(Margin.DISTANCE));
    return tables.compared(name, byLabel(variants), columns, HictlEvaluation.TRANSLATED);
  }

  private PaperTable languages(
      String name, String benchmark, SequencedMap<HictlVariant, SystemMeasurements> systems) {
    SequencedMap<String, SequencedMap<String, Double>> rows = new LinkedHashMap<>();
    systems.forEach((variant, figures) -> rows.put(variant.label(), parts(figures, benchmark)));
    return tables.figures(name, rows);
  }

  /** Returns the figure of each part of a benchmark, after their average. */
  private static SequencedMap<String, Double> parts(SystemMeasurements figures, String benchmark) {
    SequencedMap<String, Double> parts = new LinkedHashMap<>();
    parts.put(AVERAGE, figures.macroAverage(benchmark));
    parts.putAll(figures.partMeans(benchmark));
    return parts;
  }

  private static List<String> categories(
      SequencedMap<HictlVariant, SystemMeasurements> systems, String benchmark) {
    return List.copyOf(parts(systems.get(HictlVariant.NONE), benchmark).keySet());
  }

  private PaperTable mining(Margin margin) {
    SequencedMap<String, SequencedMap<String, Double>> rows = new LinkedHashMap<>();
    measured.forEach(
        (variant, figures) -> {
          SequencedMap<String, Double> cells = new LinkedHashMap<>();
          for (String pair : figures.partMeans(f1(margin)).keySet()) {
            for (Map.Entry<String, String> column : MINING) {
              String figure = HictlMiningEvaluation.figureName(margin, column.getValue());
              cells.put(pair + " " + column.getKey(), figures.partMeans(figure).get(pair));
            }
          }
          rows.put(variant.label(), cells);
        });
    return tables.figures("mining_" + margin.name().toLowerCase(Locale.ROOT), rows);
  }

  /** Returns the tasks of tables 2 of the paper, as far as there is data. */
  private PaperTable tasks() {
    SequencedMap<String, SystemMeasurements> systems = new LinkedHashMap<>();
    taskMeans.forEach((variant, figures) -> systems.put(base + ", " + variant.label(), figures));
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    for (UnderstandingTask task : tasks.tasks()) {
      columns.put(task.column(), task.key());
      if (task.hasAnswers()) {
        columns.put(task.exactColumn(), task.exactKey());
      }
    }
    return withDeviations(tables.compared(TASKS, systems, columns, TRANSLATED_TASKS), columns);
  }

  /** Returns the number of test languages of each task. */
  private String taskLanguages() {
    return tasks.tasks().stream()
        .map(task -> task.column() + " " + (categories(taskMeans, task.key()).size() - 1))
        .collect(Collectors.joining(", "));
  }

  /** Returns the table with the deviations of its measured rows over the seeds. */
  private PaperTable withDeviations(PaperTable table, SequencedMap<String, String> figures) {
    SequencedMap<String, HictlVariant> variants = new LinkedHashMap<>();
    measured.keySet().forEach(variant -> variants.put(base + ", " + variant.label(), variant));
    List<PaperTable.Row> rows = new ArrayList<>();
    for (PaperTable.Row row : table.rows()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>(row.cells());
      if (variants.containsKey(row.name())) {
        String model = variants.get(row.name()).key();
        cells.replaceAll((column, cell) -> cell.over(tasks.ofSeeds(model, figures.get(column))));
      }
      rows.add(new PaperTable.Row(row.name(), row.published(), cells));
    }
    return table.withRows(rows);
  }

  private void writeReport(PaperResult result, HtmlReport report) {
    result.addSection(report, "Comparison with published figures", PUBLISHED);
    result.addSection(report, "Ablation", ABLATION);
    if (hasAdditions()) {
      result.addTable(ADDITIONS, report);
    }
    report.figure(barChart("Tatoeba by language, accuracy", HictlEvaluation.TATOEBA));
    if (!tasks.tasks().isEmpty()) {
      result.addSection(report, "Fine-tuned tasks", TASKS);
    }
    report.section("Training");
    SequencedMap<String, Path> logs =
        runner.logFiles(
            measured.keySet().stream().filter(one -> one.objectives().isPresent()).toList(),
            HictlVariant::label,
            HictlVariant::key);
    TrainingCharts.add(
        report, logs, "Accuracy on held-out pairs", "accuracy", OptionalDouble.empty());
    TrainingCharts.addParts(
        report,
        logs,
        "Word loss minus that of guessing",
        "loss",
        "word-above-chance",
        OptionalDouble.of(0));
    report.section("XQuAD-R by pair of languages");
    for (HictlVariant variant : List.of(HictlVariant.NONE, HictlVariant.HICTL)) {
      if (measured.containsKey(variant)) {
        report.figure(pairs(variant));
      }
    }
    report.figure(barChart("XQuAD-R in the pool of all, mAP", HictlEvaluation.XQUAD_R));
    report.section("NTREX by language");
    report.figure(barChart("NTREX by language, accuracy", HictlEvaluation.NTREX));
    report.section("Mining");
    for (Margin margin : HictlMiningEvaluation.MARGINS) {
      report.figure(
          barChart(
              "F1 at the best threshold, margin by " + margin.name().toLowerCase(Locale.ROOT),
              f1(margin)));
    }
    report.section("All figures");
    Set<String> shown = Set.of(PUBLISHED, ABLATION, ADDITIONS, TASKS);
    result.tables().stream()
        .filter(table -> !shown.contains(table.name()))
        .forEach(table -> PaperResult.addTo(table, report));
  }

  private BarChart barChart(String caption, String benchmark) {
    List<String> categories = categories(measured, benchmark);
    BarChart chart = new BarChart(caption, categories);
    measured.forEach(
        (variant, figures) -> {
          Map<String, Double> parts = parts(figures, benchmark);
          chart.series(variant.label(), categories.stream().mapToDouble(parts::get).toArray());
        });
    return chart;
  }

  private HeatMap pairs(HictlVariant variant) {
    SortedMap<String, Double> parts =
        measured.get(variant).partMeans(HictlEvaluation.XQUAD_R_PAIRS);
    List<String> names =
        parts.keySet().stream()
            .flatMap(pair -> Stream.of(pair.split("-", -1)))
            .distinct()
            .sorted()
            .toList();
    double[][] values = new double[names.size()][names.size()];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        values[i][j] = parts.getOrDefault(names.get(i) + "-" + names.get(j), Double.NaN);
      }
    }
    return new HeatMap("mAP: " + variant.label(), names, names, values)
        .axes("query language", "document language")
        .scale(0, 1)
        .withMeans();
  }
}
