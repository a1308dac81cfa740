// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.DocumentFieldOptions;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.summary.DataSummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss data}. */
@Command(
    name = "data",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Inspect and convert data files.",
    subcommands = {
      DataCommand.Info.class,
      ConvertCommand.class,
      RomanizeCommand.class,
      DeromanizeCommand.class,
      IdentifyCommand.class,
      DeromanizationTablesCommand.class,
      LanguageModelCommand.class,
      CodeSwitchCommand.class
    })
public final class DataCommand {
  private DataCommand() {}

  /** {@code isogloss data info}. */
  @Command(
      name = "info",
      mixinStandardHelpOptions = true,
      description = {
        "Summarise a file or folder: format, records, bad records, languages (declared and"
            + " identified), lengths, duplicates.",
        "",
        "Ends with exit code 1 if a record cannot be read, unless --on-error skip is given."
      })
  static final class Info implements Callable<Integer> {
    private final Console console;

    @Parameters(
        paramLabel = "FILE",
        description = "A file or folder of any format; a pipe, or - for standard input.")
    private Path file;

    @Mixin private DocumentFieldOptions names;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(
        names = "--on-error",
        paramLabel = "fail|skip",
        description = "Whether bad records make this command fail (default) or are skipped.")
    private OnError onError = OnError.FAIL;

    @Option(
        names = "--errors",
        paramLabel = "FILE",
        description = "Write every bad record to this file, one on each line.")
    private Optional<Path> errors = Optional.empty();

    Info(Console console) {
      this.console = console;
    }

    @Override
    public Integer call() {
      DataSummary summary;
      try (SkippedRecordReporter skipped = new SkippedRecordReporter(console, errors)) {
        summary = DataSummary.of(file, names.names(), skipped, skipped::acceptFile);
      }
      if (json) {
        console.printJson(summary.toJson());
      } else {
        print(summary);
      }
      if (summary.skipped() == 0 || onError == OnError.SKIP) {
        return 0;
      }
      console.error(
          file
              + ": "
              + Console.formatCount(summary.skipped())
              + (summary.skipped() == 1 ? " record" : " records")
              + " cannot be read, see above; --on-error skip skips them");
      return 1;
    }

    private void print(DataSummary summary) {
      console.printRow("format", summary.format().description());
      console.printRow("records", Console.formatCount(summary.records()));
      console.printRow("bad records", Console.formatCount(summary.skipped()));
      for (FormatException problem : summary.problems()) {
        console.printRow("", problem.getMessage());
      }
      if (summary.problems().size() < summary.skipped()) {
        console.printRow("", "...");
      }
      if (summary.withoutText() > 0) {
        console.printRow("without text", Console.formatCount(summary.withoutText()));
      }
      if (summary.skippedFiles().count() > 0) {
        console.printRow(
            "other files",
            Console.formatCount(summary.skippedFiles().count())
                + ": "
                + summary.skippedFiles().summary());
      }
      if (summary.texts() > 0) {
        printTexts(summary);
      }
      String about = summary.repeatsEstimated() ? "about " : "";
      console.printRow(
          "same id", about + Console.formatCount(summary.repeatedIds()) + " as an earlier record");
      console.printRow(
          "same text",
          about + Console.formatCount(summary.repeatedTexts()) + " as an earlier record");
    }

    private void printTexts(DataSummary summary) {
      long sample = summary.identified().values().stream().mapToLong(Long::longValue).sum();
      DataSummary.Lengths lengths = summary.lengths();
      console.printRow("texts", Console.formatCount(summary.texts()));
      if (!summary.labels().isEmpty()) {
        console.printRow("labels", counts(summary.labels()));
      }
      console.printRow("declared", counts(summary.declared()));
      console.printRow(
          "identified", counts(summary.identified()) + " (of " + Console.formatCount(sample) + ")");
      console.printRow(
          "mismatched",
          Console.formatCount(summary.contradicted())
              + " (of "
              + Console.formatCount(sample)
              + ")");
      for (DataSummary.Contradiction one : summary.contradictions()) {
        String id = one.id().isEmpty() ? "" : one.id() + " ";
        console.printRow(
            "", id + one.declared() + ", identified as " + one.identified() + ": " + one.text());
      }
      console.printRow(
          "characters",
          String.format(
              Locale.ROOT,
              "%,d to %,d, mean %,.1f; 25%% up to %,d, 50%% %,d, 75%% %,d, 95%% %,d",
              lengths.shortest(),
              lengths.longest(),
              lengths.mean(),
              lengths.firstQuartile(),
              lengths.median(),
              lengths.thirdQuartile(),
              lengths.percentile95()));
    }

    private static String counts(Map<String, Long> counts) {
      return counts.entrySet().stream()
          .map(entry -> entry.getKey() + " " + Console.formatCount(entry.getValue()))
          .collect(Collectors.joining(", "));
    }
  }
}
