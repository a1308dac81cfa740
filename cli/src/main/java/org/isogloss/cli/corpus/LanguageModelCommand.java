// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.classification.ClassifiedText;
import org.isogloss.data.classification.ClassifiedTexts;
import org.isogloss.options.OptionValidation;
import org.isogloss.search.analysis.JapaneseReadings;
import org.isogloss.text.language.LanguageModelBuilder;
import org.isogloss.text.romanization.Romanizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss data language-model}. */
@Command(
    name = "language-model",
    mixinStandardHelpOptions = true,
    description = {
      "Train the model that identifies the languages of documents and queries.",
      "",
      "FILE has the columns language, label (the source of the text) and text. The same file and"
          + " options give the same model."
    })
final class LanguageModelCommand implements Callable<Integer> {
  private static final int PROGRESS_TEXTS = 10_000;

  private final Console console;

  @Parameters(paramLabel = "FILE", description = "TSV, CSV or JSONL of texts in many languages.")
  private Path file;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "FILE",
      description = "The model, compressed by gzip.")
  private Path to;

  @Option(
      names = "--weights",
      paramLabel = "N",
      description = "Maximum number of weights of n-grams (default: ${DEFAULT-VALUE}).")
  private int weights = 1_800_000;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description =
          "Short texts of each language with much text to learn from (default: ${DEFAULT-VALUE}).")
  private int samples = 20_000;

  @Option(
      names = "--romanize",
      paramLabel = "LANG",
      split = ",",
      description = "Languages whose texts are also learnt in Latin letters.")
  private Set<String> romanized = Set.of();

  @Option(names = "--seed", paramLabel = "N", description = "Seed (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  LanguageModelCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    OptionValidation.requireOneOrMore("--weights", weights);
    OptionValidation.requireOneOrMore("--samples", samples);
    LanguageModelBuilder builder = new LanguageModelBuilder(this::readings);
    ProgressBar progress = console.progress("Reading", "texts");
    long read = 0;
    try (Records<ClassifiedText> texts = ClassifiedTexts.read(file, OnError.FAIL)) {
      while (texts.hasNext()) {
        ClassifiedText text = texts.next();
        builder.add(text.language(), text.label(), text.first());
        if (++read % PROGRESS_TEXTS == 0) {
          progress.update(read, 0);
        }
      }
    }
    console.endProgress();
    AtomicFile.write(to, out -> builder.write(out, weights, samples, seed));
    console.note("Wrote a model from " + Console.formatCount(read, "text", "texts") + " to " + to);
    return 0;
  }

  private Optional<UnaryOperator<String>> readings(Language language) {
    if (!romanized.contains(language.tag())) {
      return Optional.empty();
    }
    return Optional.of(
        Romanizer.needsReadings(language)
            ? new JapaneseReadings()::read
            : UnaryOperator.identity());
  }
}
