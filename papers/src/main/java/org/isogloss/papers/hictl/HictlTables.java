// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.mining.scoring.Margin;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/**
 * The tables and the report of HICTL: the paper's comparison, the ablation, fine-tuned tasks, and
 * the figures of each language.
 */
final class HictlTables {
  private static final String AVERAGE = "average";
  private static final String ABLATION_NOTE =
      "Each row was trained on the same text for the same number of steps. Tatoeba and NTREX:"
          + " accuracy; the number of sentences of a pool is in parentheses. XQuAD-R: mAP in the pool"
          + " of all languages, and the mean over the language"
          + " pairs. Mining: F1 at the best threshold, chosen on the same pairs. p: paired"
          + " randomisation over sentences or questions, which count once if they are the same in each"
          + " language, or over language pairs if a column is a mean of these,"
          + " corrected by Holm over the table.";
  private static final String PUBLISHED_NOTE =
      "BUCC's files are not available: \"hidden F1\" is the same task on NTREX, and not"
          + " comparable with BUCC's figures. The published HICTL was trained on 80 million pairs,"
          + " the other published systems on none. Published figures of Tatoeba are those of pools"
          + " of up to 1,000 sentences, and of the mean of a middle layer.";
  private static final String TASKS_NOTE =
      " seeds. Figures are means over the seeds of the"
          + " average over the test languages. XNLI: accuracy; POS: accuracy of UPOS; NER: F1 of"
          + " spans; answers: F1 and exact match. p: paired randomisation over items, which"
          + " count once if they are the same in each language, or over languages for tags, corrected"
          + " by Holm over the table; it does not regard that seeds differ. The published systems are not"
          + " comparable: they were trained on more data (XNLI: 393 thousand pairs instead of 5;"
          + " answers: SQuAD), and tested on XTREME's test sets in all of its languages, for POS"
          + " by F1.";
  private static final String XNLI_NOTE =
      "The published systems are not comparable: trained on 393 thousand pairs instead of 5, tested"
          + " on XNLI's test set instead of its development set.";

  /** Tasks with the same items in each language. */
  private static final Set<String> TRANSLATED_TASKS =
      Set.of(
          UnderstandingTask.XNLI.key(),
          UnderstandingTask.XQUAD.key(),
          UnderstandingTask.XQUAD.exactKey());

  private final ExperimentRunner runner;
  private final ExperimentSizes sizes;
  private final TaskExperiments tasks;
  private final String base;
  private final SequencedMap<HictlVariant, SystemMeasurements> measured;
  private final SequencedMap<HictlVariant, SystemMeasurements> taskMeans = new LinkedHashMap<>();
  private final PublishedFigures published = PublishedFigures.of(HictlPaper.class);

  HictlTables(
      ExperimentRunner runner,
      ExperimentSizes sizes,
      TaskExperiments tasks,
      String base,
      SequencedMap<HictlVariant, SystemMeasurements> measured) {
    this.runner = runner;
    this.sizes = sizes;
    this.tasks = tasks;
    this.base = base;
    this.measured = measured;
    measured.keySet().forEach(variant -> taskMeans.put(variant, tasks.means(variant.key())));
  }

  /**
   * Arranges figures in tables.
   *
   * @param layers figures by the mean of a middle layer, by their labels; may be empty
   */
  PaperResult toResult(
      SequencedMap<String, String> settings, SequencedMap<String, SystemMeasurements> layers) {
    List<PaperTable> tables = new ArrayList<>(List.of(comparison(layers), ablation()));
    if (!tasks.tasks().isEmpty()) {
      tables.add(tasks());
      tables.add(deviations());
      tasks.tasks().forEach(task -> tables.add(languages(task)));
    }
    tables.add(
        languages(
            "tatoeba",
            "Tatoeba: accuracy by language" + inPools("tatoeba"),
            HictlEvaluation.TATOEBA));
    tables.add(
        languages(
            "ntrex", "NTREX: accuracy by language" + inPools("ntrex"), HictlEvaluation.NTREX));
    tables.add(
        languages(
            "xquad_r",
            "XQuAD-R: mAP in the pool of all languages, by query language",
            HictlEvaluation.XQUAD_R));
    tables.add(
        languages(
            "xquad_r_pairs",
            "XQuAD-R: mAP by language pair, the query language first",
            HictlEvaluation.XQUAD_R_PAIRS));
    HictlMiningEvaluation.MARGINS.forEach(margin -> tables.add(mining(margin)));
    return new PaperResult(
        "hictl",
        "HICTL (Wei et al. 2021): universal representations across languages, from " + base,
        settings,
        tables,
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
    List<PaperTable.Row> rows = new ArrayList<>(published.rows("published", columns));
    systems.forEach(
        (label, figures) ->
            rows.add(
                PaperTable.Row.of(
                    base + label + inPools("tatoeba"),
                    Map.of(
                        columns.getFirst(), figures.macroAverage(HictlEvaluation.TATOEBA),
                        columns.getLast(), figures.macroAverage(f1(Margin.RATIO))))));
    return new PaperTable(
        "published",
        "Sentence retrieval without fine-tuning, compared with published figures",
        PUBLISHED_NOTE,
        columns,
        rows);
  }

  /** Returns the size of the pools of candidates, if it is limited. */
  private String inPools(String size) {
    int limit = sizes.count(size);
    return limit == ExperimentSizes.ALL ? "" : " (pools of at most " + limit + ")";
  }

  private String limited(String name, String size) {
    int limit = sizes.count(size);
    return limit == ExperimentSizes.ALL ? name : name + " (" + limit + ")";
  }

  private static String f1(Margin margin) {
    return HictlMiningEvaluation.figureName(margin, "f1");
  }

  private PaperTable ablation() {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    measured.forEach((variant, figures) -> rows.put(variant.label(), figures));
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    columns.put(limited("Tatoeba", "tatoeba"), HictlEvaluation.TATOEBA);
    columns.put("XQuAD-R mixed", HictlEvaluation.XQUAD_R);
    columns.put("XQuAD-R pairs", HictlEvaluation.XQUAD_R_PAIRS);
    columns.put(limited("NTREX", "ntrex"), HictlEvaluation.NTREX);
    columns.put("mining, ratio", f1(Margin.RATIO));
    columns.put("mining, distance", f1(Margin.DISTANCE));
    return new BaselineComparison(
            rows, columns, HictlEvaluation.TRANSLATED, runner.options().seed())
        .toTable("ablation", "Ablation", ABLATION_NOTE, List.of());
  }

  private PaperTable languages(String name, String caption, String benchmark) {
    return languages(name, caption, benchmark, measured, false);
  }

  private PaperTable languages(UnderstandingTask task) {
    return languages(
        task.key(),
        task.column() + " by language",
        task.key(),
        taskMeans,
        task == UnderstandingTask.XNLI);
  }

  private PaperTable languages(
      String name,
      String caption,
      String benchmark,
      SequencedMap<HictlVariant, SystemMeasurements> systems,
      boolean isPublished) {
    List<String> columns = categories(systems, benchmark);
    List<PaperTable.Row> rows = new ArrayList<>();
    systems.forEach(
        (variant, figures) ->
            rows.add(PaperTable.Row.of(variant.label(), parts(figures, benchmark))));
    if (isPublished) {
      rows.addAll(published.rows(name, columns));
    }
    return new PaperTable(name, caption, isPublished ? XNLI_NOTE : "", columns, rows);
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
    List<String> pairs =
        List.copyOf(measured.get(HictlVariant.NONE).partMeans(f1(margin)).keySet());
    SequencedMap<String, String> shown = new LinkedHashMap<>();
    shown.put("P", "precision");
    shown.put("R", "recall");
    shown.put("F1", "f1");
    List<PaperTable.Row> rows = new ArrayList<>();
    measured.forEach(
        (variant, figures) -> {
          SequencedMap<String, Double> cells = new LinkedHashMap<>();
          for (String pair : pairs) {
            shown.forEach(
                (column, figure) ->
                    cells.put(
                        pair + " " + column,
                        figures
                            .partMeans(HictlMiningEvaluation.figureName(margin, figure))
                            .get(pair)));
          }
          rows.add(PaperTable.Row.of(variant.label(), cells));
        });
    String by = margin.name().toLowerCase(Locale.ROOT);
    return new PaperTable(
        "mining_" + by,
        "Mining hidden pairs, margin by " + by + ", at the threshold with the best F1",
        "",
        List.copyOf(rows.getFirst().cells().keySet()),
        rows);
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
    String languages =
        tasks.tasks().stream()
            .map(task -> task.column() + " " + (categories(taskMeans, task.key()).size() - 1))
            .collect(Collectors.joining(", "));
    return new BaselineComparison(systems, columns, TRANSLATED_TASKS, runner.options().seed())
        .toTable(
            "tasks",
            "Fine-tuned tasks, trained on English",
            "Each model was fine-tuned on English with "
                + tasks.seeds()
                + TASKS_NOTE
                + " Languages here: "
                + languages
                + ".",
            published.rows("tasks", columns.keySet()));
  }

  private PaperTable deviations() {
    List<PaperTable.Row> rows = new ArrayList<>();
    for (HictlVariant variant : measured.keySet()) {
      SequencedMap<String, Double> cells = new LinkedHashMap<>();
      tasks.tasks().forEach(task -> cells.put(task.column(), tasks.deviation(variant.key(), task)));
      rows.add(PaperTable.Row.of(variant.label(), cells));
    }
    return new PaperTable(
        "tasks_deviation",
        "Fine-tuned tasks: standard deviation over the seeds",
        "",
        tasks.tasks().stream().map(UnderstandingTask::column).toList(),
        rows);
  }

  private void writeReport(PaperResult result, HtmlReport report) {
    report.section("Comparison with published figures");
    result.addTable("published", report);
    report.section("Ablation");
    result.addTable("ablation", report);
    report.figure(barChart("Tatoeba by language, accuracy", HictlEvaluation.TATOEBA));
    if (!tasks.tasks().isEmpty()) {
      report.section("Fine-tuned tasks");
      result.addTable("tasks", report);
    }
    report.section("Training");
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    for (HictlVariant variant : measured.keySet()) {
      if (variant.objectives().isPresent()) {
        logs.put(variant.label(), runner.logFile(variant.key()));
      }
    }
    TrainingCharts.add(report, logs, "Accuracy on held-out pairs", "accuracy");
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
    result.tables().stream().skip(2).forEach(table -> PaperResult.addTo(table, report));
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
