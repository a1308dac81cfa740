// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.papers.hictl.HictlPaper;
import org.isogloss.papers.hictl.HictlResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code isogloss papers hictl}. */
@Command(
    name = "hictl",
    mixinStandardHelpOptions = true,
    description = {
      "HICTL (Wei et al. 2021): train a base with none, some or all of its objectives, and"
          + " measure each on Tatoeba, XQuAD-R, NTREX and in mining hidden pairs.",
      "",
      "Finished rows and checkpoints are kept in --work: the same command continues an"
          + " interrupted run."
    })
final class PapersHictlCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PaperBaseOption base;

  @Mixin private PaperCommandOptions flags;

  @Mixin private CommonOptions common;

  PapersHictlCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    flags.prepare(console);
    HictlPaper paper = new HictlPaper(flags.options("hictl", common.threads, base, console));
    HictlResult found;
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      found = flags.run("hictl", () -> paper.run(new PaperProgressPrinter(console, stop)));
    }
    flags.printResult(found.result(), found.toReport(), console);
    return 0;
  }
}
