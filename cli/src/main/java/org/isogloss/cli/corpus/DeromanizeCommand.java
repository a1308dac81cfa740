// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.InputPaths;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.text.deromanization.Deromanization;
import org.isogloss.text.deromanization.DeromanizationTables;
import org.isogloss.text.deromanization.Deromanizer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss data deromanize}. */
@Command(
    name = "deromanize",
    mixinStandardHelpOptions = true,
    description = {
      "Write romanized texts in the script of their language: line i of the output is line i of the"
          + " input.",
      "",
      "Lines that are not romanized stay as they are."
    })
final class DeromanizeCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "One text on each line, UTF-8, plain or gzip; - for standard input (default: standard"
              + " input).")
  private List<Path> files = List.of(InputPaths.STANDARD_INPUT);

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description = "The language of all lines, such as ru (default: identified for each line).")
  private Optional<String> language = Optional.empty();

  @Option(
      names = "--tables",
      paramLabel = "DIR",
      description = "A folder that data deromanization-tables wrote (default: the shipped one).")
  private Optional<Path> folder = Optional.empty();

  @Mixin private ReadingOptions common;

  DeromanizeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    DeromanizationTables tables =
        folder
            .map(DeromanizationTables::open)
            .or(DeromanizationTables::findShipped)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "no deromanization tables are on the class path: name a folder of tables"));
    UnaryOperator<String> deromanize = deromanizing(tables);
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        // A skipped line is empty, so that the others keep their numbers.
        try (Records<String> lines =
            PlainTextLines.read(file, common.onError).onSkipped(skipped).withPlaceholder("")) {
          while (lines.hasNext()) {
            console.printData(deromanize.apply(lines.next()));
          }
          skipped.print(file, lines);
        }
      }
    }
    return 0;
  }

  private UnaryOperator<String> deromanizing(DeromanizationTables tables) {
    if (language.isEmpty()) {
      return text -> tables.deromanize(text).map(Deromanization::text).orElse(text);
    }
    Language given = Language.of(language.get());
    Deromanizer deromanizer =
        tables
            .deromanizer(given)
            .orElseThrow(
                () ->
                    new IsoglossException(
                        "there is no deromanization table of "
                            + given.name()
                            + ", expected one of "
                            + tables.languages().stream()
                                .map(Language::code)
                                .collect(Collectors.joining(", "))));
    return text -> deromanizer.deromanize(text).text();
  }
}
