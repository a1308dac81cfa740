// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.papers.AttentionPaper;
import org.isogloss.papers.Paper;
import org.isogloss.papers.PaperOption;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code isogloss papers PAPER}: the options of every paper, and those that only this one has. */
@Command(mixinStandardHelpOptions = true)
final class PaperCommand implements Callable<Integer> {
  private final Console console;
  private final Paper paper;
  private final PaperBaseOption base = new PaperBaseOption();
  private final AttentionOption attention = new AttentionOption();

  /** The option of papers with a picture of attention. */
  private static final class AttentionOption {
    @Option(
        names = "--attention",
        paramLabel = "FILE.svg",
        description =
            "Draw the attention of the trained model in --work between the texts that other options"
                + " state. If there is such a model, nothing else is done; otherwise all rows are"
                + " run before.")
    private Path file;
  }

  @Spec private CommandSpec spec;

  @Mixin private PaperCommandOptions flags;

  @Mixin private CommonOptions common;

  private PaperCommand(Console console, Paper paper) {
    this.console = console;
    this.paper = paper;
  }

  /** Returns the command of a paper. */
  static CommandSpec describe(Console console, Paper paper) {
    PaperCommand command = new PaperCommand(console, paper);
    CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(paper.name());
    spec.usageMessage()
        .description(
            paper.description().description(),
            "",
            "Finished rows, checkpoints and what else a run has made are kept in --work: the same"
                + " command continues an interrupted run.");
    if (paper.description().hasBase()) {
      spec.addMixin("base", CommandSpec.forAnnotatedObject(command.base));
    }
    if (paper instanceof AttentionPaper) {
      spec.addMixin("attention", CommandSpec.forAnnotatedObject(command.attention));
    }
    for (PaperOption option : paper.description().options()) {
      spec.addOption(
          OptionSpec.builder("--" + option.name())
              .arity(option.isFlag() ? "0" : "1")
              .type(option.isFlag() ? boolean.class : String.class)
              .paramLabel(option.label())
              .description(describe(option))
              .defaultValue(option.defaultValue().isEmpty() ? null : option.defaultValue())
              .build());
    }
    return spec;
  }

  /** Returns the description of an option for the help, with its default value. */
  private static String describe(PaperOption option) {
    return option.defaultValue().isEmpty()
        ? option.description()
        : option.description().replaceFirst("\\.$", "") + " (default: ${DEFAULT-VALUE}).";
  }

  @Override
  public Integer call() {
    common.apply(console);
    flags.prepare(console, attention.file);
    PaperOptions options = options();
    if (attention.file != null && options.seeds() > 1) {
      throw new IsoglossException("--attention draws the model of one seed: leave --seeds away");
    }
    try {
      if (attention.file != null && paper instanceof AttentionPaper drawing) {
        draw(drawing, options);
      } else {
        run(options);
      }
    } catch (PaperOptionException e) {
      throw new IsoglossException("--" + e.getMessage(), e);
    }
    return 0;
  }

  /** Draws attention; runs the experiments first if there is no model to draw it by. */
  private void draw(AttentionPaper drawing, PaperOptions options) {
    Optional<String> svg = drawing.drawAttention(options);
    if (svg.isEmpty()) {
      run(options);
      svg = drawing.drawAttention(options);
    }
    byte[] bytes =
        svg.orElseThrow(
                () ->
                    new IsoglossException(
                        "there is no model to draw the attention of in --work: add --keep-models"))
            .getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(attention.file, out -> out.write(bytes));
    console.note("Wrote " + OutputFileValidator.displayName(attention.file));
  }

  private PaperOptions options() {
    Map<String, String> own = new HashMap<>();
    for (PaperOption option : paper.description().options()) {
      Object value = spec.findOption("--" + option.name()).getValue();
      if (value != null) {
        own.put(option.name(), value.toString());
      }
    }
    String experiment = paper.experiment(own);
    PaperOptions.Builder options = flags.options(experiment, common.threads);
    own.forEach(options::set);
    if (paper.description().hasBase()) {
      options.base(flags.base(experiment, base, console)).precision(base.precision());
    }
    return options.build();
  }

  private void run(PaperOptions options) {
    PaperResult result;
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      PaperProgressPrinter printer = new PaperProgressPrinter(console, stop);
      result = flags.run(options.work(), () -> paper.run(options, printer));
    }
    flags.printResult(result, result.toReport(), console);
  }
}
