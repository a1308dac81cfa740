// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.Language;
import org.isogloss.papers.adversarial.AdversarialOptions;
import org.isogloss.papers.adversarial.AdversarialPaper;
import org.isogloss.papers.adversarial.AdversarialResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss papers adversarial}. */
@Command(
    name = "adversarial",
    mixinStandardHelpOptions = true,
    description = {
      "Adversarial domain adaptation (Wang et al. 2021): train encoders to rank documents in one"
          + " language for English queries, with and without a discriminator of languages, and"
          + " measure them by re-ranking, without queries in the language of training, and in the"
          + " pool of all languages.",
      "",
      "The collection, finished rows and checkpoints are kept in --work: the same command continues"
          + " an interrupted run."
    })
final class PapersAdversarialCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PaperBaseOption base;

  @Mixin private PaperCommandOptions flags;

  @Option(
      names = "--collection",
      paramLabel = "DIR",
      description =
          "A collection in the format of CLIRMatrix, as collection build writes it with"
              + " --monolingual (default: build one from DATA/help).")
  private Path collection;

  @Option(
      names = "--targets",
      split = ",",
      paramLabel = "XX",
      description =
          "Languages of the documents (default: de,zh with smoke and small, all seven of"
              + " the paper with full).")
  private List<String> targets = List.of();

  @Option(
      names = "--layers",
      paramLabel = "N",
      description =
          "Keep the first N layers of the base, 0 for all (default: 2 with smoke, 6 with small, all"
              + " with full).")
  private Integer layers;

  @Mixin private CommonOptions common;

  PapersAdversarialCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    flags.prepare(console);
    AdversarialOptions options =
        new AdversarialOptions(
            flags.options("adversarial", common.threads, base, console),
            Optional.ofNullable(collection),
            targets.stream().map(Language::of).toList(),
            layers == null ? OptionalInt.empty() : OptionalInt.of(layers));
    AdversarialResult found;
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      PaperProgressPrinter printer = new PaperProgressPrinter(console, stop);
      found = flags.run("adversarial", () -> new AdversarialPaper(options).run(printer));
    }
    flags.printResult(found.result(), found.toReport(), console);
    return 0;
  }
}
