// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.engine.Models;
import org.isogloss.papers.xpr.XprOptions;
import org.isogloss.papers.xpr.XprPaper;
import org.isogloss.papers.xpr.XprResult;
import org.isogloss.papers.xpr.XprSourceComparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss papers xpr}. */
@Command(
    name = "xpr",
    mixinStandardHelpOptions = true,
    description = {
      "XPR (Chen et al. 2020): train cross-encoders to re-rank passages in two languages, by"
          + " three strategies, each with and without extended pre-training, and measure them in"
          + " domain and on XQuAD.",
      "",
      "Finished rows, checkpoints and scores are kept in --work: the same command continues an"
          + " interrupted run."
    })
final class PapersXprCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PaperBaseOption base;

  @Mixin private PaperCommandOptions flags;

  @Option(
      names = "--languages",
      split = ",",
      paramLabel = "ONE,OTHER",
      description =
          "The two mixed languages (default, as in the paper: ${DEFAULT-VALUE}). Published"
              + " figures are for these.")
  private List<String> languages = List.of("en", "zh");

  @Option(
      names = "--relevance",
      paramLabel = "help|insuranceqa",
      description =
          "Source of relevance for training and test: headings of a documentation (help:"
              + " DATA/help), or InsuranceQA in the format of insuranceqa-corpus-zh"
              + " (DATA/insuranceqa); default: help.")
  private XprOptions.Source relevance = XprOptions.Source.HELP;

  @Option(
      names = "--encoder",
      paramLabel = "MODEL",
      description =
          "The encoder that ranks alone and in a hybrid with words, and that finds similar"
              + " sentences for extended pre-training (default: ${DEFAULT-VALUE}).")
  private String encoder = Models.DEFAULT;

  @Option(
      names = "--sources",
      description =
          "Train --base, which must have the tables of isogloss model interaction, as a"
              + " late-interaction re-ranker on headings, cloze, inverse cloze, translated paragraphs"
              + " and sentences; measure each on XQuAD.")
  private boolean sources;

  @Mixin private CommonOptions common;

  PapersXprCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    flags.prepare(console);
    if (languages.size() != 2) {
      throw new IsoglossException(
          "--languages are " + languages + ", expected two languages: en,zh");
    }
    LanguagePair pair =
        new LanguagePair(Language.of(languages.get(0)), Language.of(languages.get(1)));
    if (sources && relevance != XprOptions.Source.HELP) {
      throw new IsoglossException("--sources needs --relevance help");
    }
    String name = sources ? "xpr-sources" : "xpr";
    XprOptions options =
        new XprOptions(
            flags.options(name, common.threads, base, console), pair, relevance, encoder);
    XprResult found;
    try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
      PaperProgressPrinter printer = new PaperProgressPrinter(console, stop);
      found =
          flags.run(
              name,
              () ->
                  sources
                      ? new XprSourceComparison(options).run(printer)
                      : new XprPaper(options).run(printer));
    }
    flags.printResult(found.result(), found.toReport(), console);
    return 0;
  }
}
