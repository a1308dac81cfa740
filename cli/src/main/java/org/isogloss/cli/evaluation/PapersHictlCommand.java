// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.hictl.HictlResult;
import org.isogloss.papers.hictl.HictlVariant;
import org.isogloss.papers.hictl.task.UnderstandingTask;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss papers hictl}. */
@Command(
    name = "hictl",
    mixinStandardHelpOptions = true,
    description = {
      "HICTL (Wei et al. 2021): train a base with none, some or all of its objectives, and"
          + " measure each on Tatoeba, XQuAD-R, NTREX, in mining hidden pairs, and fine-tuned on"
          + " tasks of XTREME.",
      "",
      "Finished rows and checkpoints are kept in --work: the same command continues an"
          + " interrupted run."
    })
final class PapersHictlCommand implements Callable<Integer> {
  private static final String NONE = "none";

  private final Console console;

  @Mixin private PaperBaseOption base;

  @Mixin private PaperCommandOptions flags;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "ROW",
      description =
          "Rows to measure in addition to none, the untrained base: lm (MLM and TLM), sentence,"
              + " word, both,"
              + " hictl (default: all).")
  private List<String> rows = Stream.of(HictlVariant.values()).map(HictlVariant::key).toList();

  @Option(
      names = "--tasks",
      split = ",",
      paramLabel = "TASK",
      description =
          "Tasks on which models are fine-tuned: xnli, pos, ner, xquad, tydiqa, or none (default:"
              + " all of which the data has files).")
  private List<String> tasks = List.of("xnli", "pos", "ner", "xquad", "tydiqa");

  @Mixin private CommonOptions common;

  PapersHictlCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    Set<UnderstandingTask> selectedTasks =
        selected("--tasks", tasks, UnderstandingTask.values(), UnderstandingTask::key);
    Set<HictlVariant> selectedRows =
        selected("--rows", rows, HictlVariant.values(), HictlVariant::key);
    flags.prepare(console);
    HictlPaper paper =
        new HictlPaper(
            flags.options("hictl", common.threads, base, console), selectedTasks, selectedRows);
    HictlResult found;
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      found = flags.run("hictl", () -> paper.run(new PaperProgressPrinter(console, stop)));
    }
    flags.printResult(found.result(), found.toReport(), console);
    return 0;
  }

  /** Returns the values with some names; {@code none} alone selects nothing. */
  private static <T> Set<T> selected(
      String option, List<String> names, T[] values, Function<T, String> name) {
    if (names.equals(List.of(NONE))) {
      return Set.of();
    }
    Map<String, T> byName = new LinkedHashMap<>();
    for (T value : values) {
      byName.put(name.apply(value), value);
    }
    Set<T> selected = new LinkedHashSet<>();
    for (String wanted : names) {
      if (!byName.containsKey(wanted)) {
        throw new IsoglossException(
            option
                + " is "
                + Excerpt.quote(wanted)
                + ", expected "
                + String.join(", ", byName.keySet())
                + (byName.containsKey(NONE) ? "" : " or " + NONE));
      }
      selected.add(byName.get(wanted));
    }
    return selected;
  }
}
