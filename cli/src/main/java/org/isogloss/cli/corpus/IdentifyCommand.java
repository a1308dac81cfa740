// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Language;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.text.language.LanguageIdentification;
import org.isogloss.text.language.LanguageIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss data identify}. */
@Command(
    name = "identify",
    mixinStandardHelpOptions = true,
    description = {
      "Identify the language of each line.",
      "",
      "Prints language, probability that it is correct, language of several words in another"
          + " language (or -), and line, separated by tabs. ru-Latn is romanized Russian, und a"
          + " line without letters."
    })
final class IdentifyCommand implements Callable<Integer> {
  private static final String NONE = "-";

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Texts, one per line; - for standard input.")
  private List<Path> files;

  @Option(
      names = "--languages",
      paramLabel = "LANG",
      split = ",",
      description = "Only these languages (default: all that are known).")
  private List<String> languages = List.of();

  @Mixin private ReadingOptions common;

  IdentifyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    LanguageIdentifier identifier =
        languages.isEmpty()
            ? LanguageIdentifier.forAllLanguages()
            : LanguageIdentifier.restrictedTo(languages.stream().map(Language::of).toList());
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        try (Records<String> lines =
            PlainTextLines.read(file, common.onError).onSkipped(skipped).withPlaceholder("")) {
          while (lines.hasNext()) {
            String line = lines.next();
            console.printData(format(identifier.identify(line), line));
          }
          skipped.print(file, lines);
        }
      }
    }
    return 0;
  }

  private static String format(LanguageIdentification found, String line) {
    return String.join(
        "\t",
        found.language().tag(),
        String.format(Locale.ROOT, "%.3f", found.confidence()),
        found.embedded().map(Language::tag).orElse(NONE),
        line);
  }
}
