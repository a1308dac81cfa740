// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.hictl.task.TaskExperiments;
import org.isogloss.papers.hictl.task.UnderstandingTask;

/** The tables of fine-tuned tasks: tables 2 and 3 of the paper, as far as there is data. */
final class HictlTaskTables {
  private static final String NOTE =
      " seeds. Figures are means over the seeds of the"
          + " average over the test languages. XNLI: accuracy; POS: accuracy of UPOS; NER: F1 of"
          + " spans; answers: F1 and exact match. p: paired randomisation over items, which"
          + " count once if they are the same in each language, or over languages for tags, corrected"
          + " by Holm over the table; it does not regard that seeds differ. The published systems are not"
          + " comparable: they were trained on more data (XNLI: 393 thousand pairs instead of 5;"
          + " answers: SQuAD), and tested on XTREME's test sets in all of its languages, for POS"
          + " by F1.";

  /** Tests with the same items in each language. */
  private static final Set<String> TRANSLATED =
      Set.of(
          UnderstandingTask.XNLI.key(),
          UnderstandingTask.XQUAD.key(),
          UnderstandingTask.XQUAD.exactKey());

  private final TaskExperiments tasks;
  private final SequencedMap<HictlVariant, SystemMeasurements> means = new LinkedHashMap<>();

  private HictlTaskTables(
      Set<HictlVariant> variants, TaskExperiments tasks, MeasurementStore rows) {
    this.tasks = tasks;
    for (HictlVariant variant : variants) {
      means.put(variant, tasks.means(variant.key(), rows));
    }
  }

  /** Returns the tables; none without tasks. */
  static List<PaperTable> of(
      Set<HictlVariant> variants,
      TaskExperiments tasks,
      MeasurementStore rows,
      String base,
      long seed) {
    if (tasks.tasks().isEmpty()) {
      return List.of();
    }
    HictlTaskTables tables = new HictlTaskTables(variants, tasks, rows);
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
        new ArrayList<>(new BaselineComparison(systems, columns, TRANSLATED, seed).toRows());
    rows.addAll(PublishedFigures.of(HictlPaper.class).rows("tasks", columns.keySet()));
    String languages =
        tasks.tasks().stream()
            .map(task -> task.column() + " " + languageCount(task))
            .collect(Collectors.joining(", "));
    return new PaperTable(
        "tasks",
        "Fine-tuned tasks, trained on English",
        "Each model was fine-tuned on English with "
            + tasks.seeds()
            + NOTE
            + " Languages here: "
            + languages
            + ".",
        List.copyOf(columns.keySet()),
        rows);
  }

  private int languageCount(UnderstandingTask task) {
    return means.firstEntry().getValue().partMeans(task.key()).size();
  }

  private PaperTable deviations(MeasurementStore rows) {
    List<String> columns = tasks.tasks().stream().map(UnderstandingTask::column).toList();
    List<PaperTable.Row> found = new ArrayList<>();
    for (HictlVariant variant : means.keySet()) {
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
    means.forEach(
        (variant, figures) -> {
          SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
          cells.put("average", PaperTable.Cell.of(figures.macroAverage(task.key())));
          figures
              .partMeans(task.key())
              .forEach((language, value) -> cells.put(language, PaperTable.Cell.of(value)));
          rows.add(PaperTable.Row.measured(variant.label(), cells));
        });
    boolean isPublished = task == UnderstandingTask.XNLI;
    if (isPublished) {
      rows.addAll(PublishedFigures.of(HictlPaper.class).rows(task.key(), columns));
    }
    String note =
        isPublished
            ? "The published systems are not comparable: trained on 393 thousand pairs instead of 5,"
                + " tested on XNLI's test set instead of its development set."
            : "";
    return new PaperTable(task.key(), task.column() + " by language", note, columns, rows);
  }
}
