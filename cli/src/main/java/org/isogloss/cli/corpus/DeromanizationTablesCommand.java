// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.core.Language;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.options.OptionValidation;
import org.isogloss.search.analysis.JapaneseReadings;
import org.isogloss.text.deromanization.DeromanizationTablesBuilder;
import org.isogloss.text.romanization.Romanizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss data deromanization-tables}. */
@Command(
    name = "deromanization-tables",
    mixinStandardHelpOptions = true,
    description = {
      "Learn how romanized texts are written in the script of their language.",
      "",
      "Both sides of all files are read: those in other scripts for the words, those in Latin"
          + " letters to distinguish these languages from romanized ones."
    })
final class DeromanizationTablesCommand implements Callable<Integer> {
  private static final int PROGRESS_PAIRS = 1_000;

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Bitext named after its languages, such as en-ru.tsv.gz.")
  private List<Path> files;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the tables, which must not exist or be empty.")
  private Path to;

  @Option(
      names = "--words",
      paramLabel = "N",
      description = "Maximum number of words of a language (default: ${DEFAULT-VALUE}).")
  private int words = 40_000;

  @Option(
      names = "--parts",
      paramLabel = "N",
      description = "Maximum number of parts of words of a language (default: ${DEFAULT-VALUE}).")
  private int parts = 20_000;

  @Option(
      names = "--leave-out",
      paramLabel = "ORIGIN",
      split = ",",
      description = "Leave out pairs of these origins, which the third column states.")
  private Set<String> leftOut = Set.of();

  DeromanizationTablesCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    OptionValidation.requireOneOrMore("--words", words);
    OptionValidation.requireOneOrMore("--parts", parts);
    AtomicFolder.requireAbsentOrEmpty(to);
    DeromanizationTablesBuilder builder =
        new DeromanizationTablesBuilder(words, parts, DeromanizationTablesCommand::readings);
    ProgressBar progress = console.progress("Reading", "pairs");
    long read = 0;
    for (Path file : files) {
      try (Records<SentencePair> pairs = Bitext.read(file, OnError.FAIL)) {
        while (pairs.hasNext()) {
          SentencePair pair = pairs.next();
          if (!leftOut.contains(pair.origin())) {
            builder.add(pair.sourceLanguage(), pair.source());
            builder.add(pair.targetLanguage(), pair.target());
          }
          if (++read % PROGRESS_PAIRS == 0) {
            progress.update(read, 0);
          }
        }
      }
    }
    console.endProgress();
    AtomicFolder.create(to, builder::write);
    console.note("Wrote tables from " + Console.formatCount(read, "pair", "pairs") + " to " + to);
    return 0;
  }

  private static UnaryOperator<String> readings(Language language) {
    return Romanizer.needsReadings(language)
        ? new JapaneseReadings()::read
        : UnaryOperator.identity();
  }
}
