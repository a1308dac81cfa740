// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.PrecisionOption;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.data.InputPaths;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.options.OptionValidation;
import org.isogloss.runtime.translation.TranslationOptions;
import org.isogloss.runtime.translation.Translator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss translate}. */
@Command(
    name = "translate",
    mixinStandardHelpOptions = true,
    description = {
      "Translate the lines of files with a translation model: line i of the output is the"
          + " translation of line i.",
      "",
      "A recipe of kind translation trains such a model."
    })
public final class TranslateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "One text on each line, UTF-8, plain or gzip; - for standard input (default: standard"
              + " input).")
  private List<Path> files = List.of(InputPaths.STANDARD_INPUT);

  @Option(
      names = "--model",
      required = true,
      paramLabel = "DIR",
      description = "The folder of a translation model.")
  private String model;

  @Option(
      names = "--beam",
      paramLabel = "N",
      description =
          "Number of hypotheses that are continued at each step (default: ${DEFAULT-VALUE}); 1"
              + " always takes the most probable token.")
  private int beam = TranslationOptions.defaults().beam();

  @Option(
      names = "--length-penalty",
      paramLabel = "ALPHA",
      description =
          "Exponent by which longer translations are preferred (default: ${DEFAULT-VALUE}; 0 for"
              + " none).")
  private double lengthPenalty = TranslationOptions.defaults().lengthPenalty();

  @Option(
      names = "--no-repeat",
      paramLabel = "N",
      description =
          "No sequence of N tokens occurs twice in a translation (default: 0, which allows"
              + " repetitions).")
  private int noRepeat = TranslationOptions.defaults().noRepeat();

  @Option(
      names = "--max-ratio",
      paramLabel = "R",
      description =
          "Maximum number of tokens of a translation, as a multiple of those of the text, plus ten"
              + " (default: ${DEFAULT-VALUE}).")
  private double maxRatio = TranslationOptions.defaults().maxRatio();

  @Option(
      names = "--block",
      paramLabel = "N",
      description =
          "Number of lines that are read, translated and printed together (default:"
              + " ${DEFAULT-VALUE}); 1 answers each line at once.")
  private int block = 256;

  @Mixin private PrecisionOption precision;

  @Mixin private ReadingOptions common;

  TranslateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--block", block);
    TranslationOptions options = options();
    try (ModelFolder folder = ModelFolder.open(model);
        Translator translator = Translator.open(folder, precision.inference(common));
        SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        translate(file, translator, options, skipped);
      }
    }
    return 0;
  }

  private TranslationOptions options() {
    TranslationOptions options = TranslationOptions.defaults();
    options = OptionValidation.set("--beam", options, o -> o.withBeam(beam));
    options =
        OptionValidation.set("--length-penalty", options, o -> o.withLengthPenalty(lengthPenalty));
    options = OptionValidation.set("--no-repeat", options, o -> o.withNoRepeat(noRepeat));
    return OptionValidation.set("--max-ratio", options, o -> o.withMaxRatio(maxRatio));
  }

  private void translate(
      Path file, Translator translator, TranslationOptions options, SkippedRecordReporter skipped) {
    // A skipped line is empty, so that the others keep their numbers.
    try (Records<String> lines =
        PlainTextLines.read(file, common.onError).onSkipped(skipped).withPlaceholder("")) {
      List<String> texts = new ArrayList<>(block);
      while (lines.hasNext()) {
        texts.add(lines.next());
        if (texts.size() == block || !lines.hasNext()) {
          translator.translate(texts, options).forEach(console::printData);
          texts.clear();
        }
      }
      skipped.print(file, lines);
    }
  }
}
