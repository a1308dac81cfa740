// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.option.CommonOptions;
import org.isogloss.cli.training.TrainingShutdownHook;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.data.LanguagePair;
import org.isogloss.papers.bicla.BiclaAttention;
import org.isogloss.papers.bicla.BiclaOptions;
import org.isogloss.papers.bicla.BiclaPaper;
import org.isogloss.papers.bicla.BiclaResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss papers bicla}. */
@Command(
    name = "bicla",
    mixinStandardHelpOptions = true,
    description = {
      "BiCLA (Glavaš and Vulić 2019): train the bidirectional attention model on pairs of Czech,"
          + " German, English and Hungarian, and retrieve the translations of sentences with it,"
          + " with the paper's baselines, with ensembles, and with models that were trained on"
          + " another pair of languages.",
      "",
      "Word vectors, dictionaries, finished rows and checkpoints are kept in --work: the same"
          + " command continues an interrupted run."
    })
final class PapersBiclaCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PaperCommandOptions flags;

  @Option(
      names = "--vectors",
      paramLabel = "DIR",
      description =
          "Folder of word vectors of cs, de, en and hu in the format of fastText, such as"
              + " wiki.de.vec (default: train them on the text of --data).")
  private Path vectors;

  @Option(
      names = "--dictionaries",
      paramLabel = "DIR",
      description =
          "Folder of dictionaries en-XX.tsv, with an English word and a translation on each line"
              + " (default: align the words of --data).")
  private Path dictionaries;

  @Option(
      names = "--word-encoder",
      paramLabel = "MODEL",
      description =
          "Take the vectors of the words from this encoder, a model folder or the name of a shipped"
              + " model, in whose space the languages are already.")
  private String wordEncoder;

  @Option(
      names = "--centred",
      description =
          "Subtract the mean vector of each language before it is mapped; the paper does not.")
  private boolean centred;

  @Option(
      names = "--encoders",
      split = ",",
      paramLabel = "MODEL",
      description =
          "Encoders that are measured, alone and with BiCLA (default: ${DEFAULT-VALUE}; none for"
              + " none).")
  private List<String> encoders = List.of("tiny", "compact");

  @Option(
      names = "--attention",
      paramLabel = "FILE.svg",
      description =
          "Draw the attention between --sentence and --translation by the model of --pair in"
              + " --work, which --keep-models keeps; if it exists, nothing else is done.")
  private Path attention;

  @Option(
      names = "--pair",
      paramLabel = "XX-YY",
      description = "The pair of languages, for --attention (default: ${DEFAULT-VALUE}).")
  private String pair = "de-en";

  @Option(
      names = "--sentence",
      paramLabel = "TEXT",
      description = "A sentence in the first language, for --attention.")
  private String sentence;

  @Option(
      names = "--translation",
      paramLabel = "TEXT",
      description = "A sentence in the second language, for --attention.")
  private String translation;

  @Mixin private CommonOptions common;

  PapersBiclaCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    flags.prepare(console, attention);
    if (attention != null && (sentence == null || translation == null)) {
      throw new IsoglossException("--attention needs --sentence and --translation");
    }
    if (wordEncoder != null && (vectors != null || dictionaries != null || centred)) {
      throw new IsoglossException(
          "--word-encoder excludes --vectors, --dictionaries and --centred: the encoder has vectors"
              + " in one space");
    }
    LanguagePair languages =
        LanguagePair.find(pair)
            .orElseThrow(
                () ->
                    new IsoglossException("--pair is " + pair + ", expected two languages: de-en"));
    BiclaPaper paper =
        new BiclaPaper(
            new BiclaOptions(
                flags.options("bicla", common.threads).build(),
                Optional.ofNullable(vectors),
                Optional.ofNullable(dictionaries),
                Optional.ofNullable(wordEncoder),
                centred,
                encoders.equals(List.of("none")) ? List.of() : encoders));
    if (attention == null || !Files.isDirectory(paper.model(languages))) {
      BiclaResult found;
      try (TrainingShutdownHook stop = new TrainingShutdownHook()) {
        found = flags.run("bicla", () -> paper.run(new PaperProgressPrinter(console, stop)));
      }
      flags.printResult(found.result(), found.toReport(), console);
    }
    if (attention != null) {
      draw(paper.model(languages), languages);
    }
    return 0;
  }

  private void draw(Path model, LanguagePair languages) {
    if (!Files.isDirectory(model)) {
      throw new IsoglossException(
          "there is no model of " + pair + " in --work: add --keep-models, and see --pair");
    }
    String svg = BiclaAttention.of(model, languages, sentence, translation).draw().svg();
    AtomicFile.write(attention, out -> out.write(svg.getBytes(StandardCharsets.UTF_8)));
    console.note("Wrote " + OutputFileValidator.displayName(attention));
  }
}
