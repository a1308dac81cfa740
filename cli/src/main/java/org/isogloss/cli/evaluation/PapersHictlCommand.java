// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.hictl.HictlResult;
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
  private final Console console;

  @Mixin private PaperBaseOption base;

  @Mixin private PaperCommandOptions flags;

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
    flags.prepare(console);
    HictlPaper paper =
        new HictlPaper(flags.options("hictl", common.threads, base, console), selectedTasks());
    HictlResult found;
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      found = flags.run("hictl", () -> paper.run(new PaperProgressPrinter(console, stop)));
    }
    flags.printResult(found.result(), found.toReport(), console);
    return 0;
  }

  private Set<UnderstandingTask> selectedTasks() {
    if (tasks.equals(List.of("none"))) {
      return Set.of();
    }
    Set<UnderstandingTask> selected = EnumSet.noneOf(UnderstandingTask.class);
    for (String name : tasks) {
      selected.add(
          Arrays.stream(UnderstandingTask.values())
              .filter(task -> task.key().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IsoglossException(
                          "--tasks is "
                              + Excerpt.quote(name)
                              + ", expected xnli, pos, ner, xquad, tydiqa or none")));
    }
    return selected;
  }
}
