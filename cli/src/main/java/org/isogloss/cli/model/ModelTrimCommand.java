// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.data.InputPaths;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transform.VocabularyTrimming;
import org.isogloss.modelio.transform.VocabularyTrimming.Counted;
import org.isogloss.modelio.transform.VocabularyTrimming.MostFrequent;
import org.isogloss.modelio.transform.VocabularyTrimming.TokenSelection;
import org.isogloss.neural.corpus.TrainingSources;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model trim}. */
@Command(
    name = "trim",
    mixinStandardHelpOptions = true,
    description = {
      "Reduce the vocabulary of a transformer to the tokens that given texts need.",
      "",
      "Texts of these tokens have the same vectors as before. Single characters are kept too,"
          + " so that other words are split into more tokens instead of becoming unknown."
    })
final class ModelTrimCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "DIR", description = "A folder of a transformer.")
  private Path from;

  @Option(
      names = "--text",
      required = true,
      arity = "1..*",
      paramLabel = "FILE",
      description = "Texts in the languages to keep, one on each line; plain or gzip.")
  private List<Path> files;

  @ArgGroup(exclusive = true)
  private Selection selection = new Selection();

  /** Which tokens are kept. */
  private static final class Selection {
    @Option(
        names = "--min-count",
        paramLabel = "N",
        description = "Keep tokens that the texts need N times or more (default: 1).")
    private int minCount = 1;

    @Option(
        names = "--tokens",
        paramLabel = "N",
        description =
            "Keep at most N tokens: those with the highest frequency, averaged over the files. With"
                + " a file for each language, those with little text count as much as others.")
    private Integer size;

    TokenSelection tokens() {
      return size == null ? new Counted(minCount) : new MostFrequent(size);
    }
  }

  @Option(
      names = "--on-error",
      paramLabel = "fail|skip",
      description = "What to do with a line that is not UTF-8 (default: ${DEFAULT-VALUE}).")
  private OnError onError = OnError.FAIL;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print no progress.")
  private boolean quiet;

  @Mixin private DerivedModelOptions derived;

  ModelTrimCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.quiet(quiet);
    OptionValidation.requireOneOrMore("--min-count", selection.minCount);
    if (selection.size != null) {
      OptionValidation.requireOneOrMore("--tokens", selection.size);
    }
    AtomicFolder.requireAbsentOrEmpty(derived.folder());
    for (Path file : files) {
      if (InputPaths.isReadOnce(file)) {
        throw new IsoglossException(
            InputPaths.displayName(file)
                + " can be read only once, but its checksum is recorded, too: write it to a file");
      }
    }
    try (ModelFolder folder = ModelFolder.open(from);
        SkippedRecordReporter skipped = new SkippedRecordReporter(console, Optional.empty())) {
      VocabularyTrimming trimming = new VocabularyTrimming(folder);
      count(trimming, skipped);
      TrainingSources sources = new TrainingSources(Map.of());
      files.forEach(file -> sources.file("text", file));
      VocabularyTrimming.TrimmingReport report =
          trimming.write(derived.folder(), selection.tokens(), derived.name(), sources.list());
      print(report);
      derived.printReduction(console, folder);
    }
    return 0;
  }

  private void count(VocabularyTrimming trimming, SkippedRecordReporter skipped) {
    ProgressBar progress = console.progress("Counting", "lines");
    long before = 0;
    for (Path file : files) {
      try (Records<String> lines = PlainTextLines.read(file, onError).onSkipped(skipped)) {
        while (lines.hasNext()) {
          trimming.count(lines.next());
          progress.update(before + lines.readCount(), 0);
        }
        before += lines.readCount();
        skipped.print(file, lines);
      }
      trimming.endLanguage();
    }
    console.endProgress();
  }

  private void print(VocabularyTrimming.TrimmingReport report) {
    console.printRow(
        "tokens",
        Console.formatCount(report.sizeBefore())
            + " -> "
            + Console.formatCount(report.sizeAfter()));
    console.printRow(
        "covered",
        String.format(
            Locale.ROOT,
            "%.4f of the tokens in the texts",
            report.occurrences() == 0
                ? 1.0
                : (double) report.coveredOccurrences() / report.occurrences()));
  }
}
