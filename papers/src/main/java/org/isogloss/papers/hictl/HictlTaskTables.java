// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.hictl.task.TaskExperiments;
import org.isogloss.papers.hictl.task.UnderstandingTask;

/** The tables of fine-tuned tasks: tables 2 and 3 of the paper, as far as there is data. */
final class HictlTaskTables {
  private static final String NOTE =
      " seeds. Figures are means over the seeds of the"
          + " average over the test languages. XNLI: accuracy; POS: accuracy of UPOS; NER: F1 of"
          + " spans; answers: F1 and exact match. p: paired randomisation over items, or over"
          + " languages for tags, corrected by Holm over the table. The published systems were"
          + " trained on more data (XNLI: 393 thousand pairs instead of 5; answers: SQuAD), and"
          + " tested on all items.";

  private final TaskExperiments tasks;
  private final SequencedMap<HictlVariant, SystemMeasurements> means = new LinkedHashMap<>();

  private HictlTaskTables(TaskExperiments tasks, MeasurementStore rows) {
    this.tasks = tasks;
    for (HictlVariant variant : HictlVariant.values()) {
      means.put(variant, tasks.means(variant.key(), rows));
    }
  }

  /** Returns the tables; none without tasks. */
  static List<PaperTable> of(TaskExperiments tasks, MeasurementStore rows, String base, long seed) {
    if (tasks.tasks().isEmpty()) {
      return List.of();
    }
    HictlTaskTables tables = new HictlTaskTables(tasks, rows);
    List<PaperTable> all = new ArrayList<>();
    all.add(tables.comparison(base, seed));
    all.add(tables.deviations(rows));
    for (UnderstandingTask task : tasks.tasks()) {
      all.add(tables.languages(task));
    }
    return all;
  }

  /** Returns the columns, and the benchmark of each. */
  private SequencedMap<String, String> columns() {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    for (UnderstandingTask task : tasks.tasks()) {
      columns.put(task.column(), task.key());
      if (task.hasAnswers()) {
        columns.put(task.exactColumn(), task.exactKey());
      }
    }
    return columns;
  }

  private PaperTable comparison(String base, long seed) {
    SequencedMap<String, SystemMeasurements> systems = new LinkedHashMap<>();
    means.forEach((variant, figures) -> systems.put(base + ", " + variant.label(), figures));
    SequencedMap<String, String> columns = columns();
    List<PaperTable.Row> rows =
        new ArrayList<>(HictlPublishedResults.taskRows(List.copyOf(columns.keySet())));
    rows.addAll(new BaselineComparison(systems, columns, seed).toRows());
    return new PaperTable(
        "tasks",
        "Fine-tuned tasks, trained on English",
        "Each model was fine-tuned on English with " + tasks.seeds() + NOTE,
        List.copyOf(columns.keySet()),
        rows);
  }

  private PaperTable deviations(MeasurementStore rows) {
    List<String> columns = tasks.tasks().stream().map(UnderstandingTask::column).toList();
    List<PaperTable.Row> found = new ArrayList<>();
    for (HictlVariant variant : HictlVariant.values()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
      for (UnderstandingTask task : tasks.tasks()) {
        cells.put(task.column(), PaperTable.Cell.of(tasks.deviation(variant.key(), task, rows)));
      }
      found.add(PaperTable.Row.measured(variant.label(), cells));
    }
    return new PaperTable(
        "tasks_deviation",
        "Fine-tuned tasks: standard deviation over the seeds",
        "",
        columns,
        found);
  }

  private PaperTable languages(UnderstandingTask task) {
    List<String> columns = new ArrayList<>(List.of("average"));
    columns.addAll(means.firstEntry().getValue().partMeans(task.key()).keySet());
    List<PaperTable.Row> rows = new ArrayList<>();
    if (task == UnderstandingTask.XNLI) {
      rows.addAll(HictlPublishedResults.xnliRows(columns));
    }
    means.forEach(
        (variant, figures) -> {
          SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
          cells.put("average", PaperTable.Cell.of(figures.macroAverage(task.key())));
          figures
              .partMeans(task.key())
              .forEach((language, value) -> cells.put(language, PaperTable.Cell.of(value)));
          rows.add(PaperTable.Row.measured(variant.label(), cells));
        });
    return new PaperTable(task.key(), task.column() + " by language", "", columns, rows);
  }
}
