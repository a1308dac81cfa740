// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.clirbert.ClirAttention;
import org.isogloss.papers.clirbert.ClirOptions;
import org.isogloss.papers.clirbert.ClirPaper;
import org.isogloss.papers.clirbert.ClirResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss papers clir-bert}. */
@Command(
    name = "clir-bert",
    mixinStandardHelpOptions = true,
    description = {
      "CLIR-BERT (Jiang et al. 2020): train a cross-encoder from bitext to decide whether an"
          + " English word occurs in the translation of a sentence; measure its accuracy and its"
          + " retrieval of documents, in comparison with systems based on translation tables and on"
          + " word embeddings.",
      "",
      "Finished rows, checkpoints, scores and the trained model are kept in --work: the same"
          + " command continues an interrupted run."
    })
final class PapersClirBertCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PaperBaseOption base;

  @Mixin private PaperCommandOptions flags;

  @Option(
      names = "--languages",
      paramLabel = "en-XX",
      description =
          "English, the query language, and the language of the documents (default:"
              + " ${DEFAULT-VALUE}; in the paper: en-lt).")
  private String languages = "en-de";

  @Option(
      names = "--embeddings",
      paramLabel = "MODEL",
      description =
          "The encoder whose vectors of single words are the word embeddings of QRANN and"
              + " Dot-Product (default: ${DEFAULT-VALUE}).")
  private String embeddings = "tiny";

  @Option(
      names = "--positives",
      paramLabel = "N",
      description =
          "Maximum number of positive training examples, each with two negative ones (default:"
              + " according to --scale; small: 60,000).")
  private Integer positives;

  @Option(
      names = "--attention",
      paramLabel = "FILE.svg",
      description =
          "Draw the attention of the tokens of --query over those of --sentence, by the trained"
              + " model of --work; if it exists, nothing else is done.")
  private Path attention;

  @Option(
      names = "--query",
      paramLabel = "TEXT",
      description = "An English query, for --attention.")
  private String query;

  @Option(
      names = "--sentence",
      paramLabel = "TEXT",
      description = "A sentence in the other language, for --attention.")
  private String sentence;

  @Option(
      names = "--layers",
      split = ",",
      paramLabel = "N",
      description = "The layers that --attention draws, from 1 (default: the last one).")
  private List<Integer> layers = List.of();

  @Mixin private CommonOptions common;

  PapersClirBertCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    flags.prepare(console, attention);
    if (attention != null && (query == null || sentence == null)) {
      throw new IsoglossException("--attention needs --query and --sentence");
    }
    LanguagePair pair =
        LanguagePair.find(languages)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "--languages is " + languages + ", expected two languages: en-de"));
    ClirPaper paper =
        new ClirPaper(
            new ClirOptions(
                flags.options("clir-bert", common.threads, base, console),
                pair,
                embeddings,
                positives == null ? OptionalInt.empty() : OptionalInt.of(positives)));
    if (attention == null || !Files.isDirectory(paper.model())) {
      ClirResult found;
      try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
        found = flags.run("clir-bert", () -> paper.run(new PaperProgressPrinter(console, stop)));
      }
      flags.printResult(found.result(), found.toReport(), console);
    }
    if (attention != null) {
      draw(paper.model());
    }
    return 0;
  }

  private void draw(Path model) {
    String svg;
    try {
      svg = ClirAttention.draw(model, query, sentence, layers).svg();
    } catch (IllegalArgumentException e) {
      throw new IsoglossException("--layers: " + e.getMessage(), e);
    }
    AtomicFile.write(attention, out -> out.write(svg.getBytes(StandardCharsets.UTF_8)));
    console.note("Wrote " + OutputFileValidator.displayName(attention));
  }
}
