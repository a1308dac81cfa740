// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code isogloss data convert}. */
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    description = {
      "Convert a bitext to TSV (lines of source TAB target), TMX or XLIFF.",
      "",
      "Reads TMX, XLIFF, lines of source ||| target, TSV, and two Moses files. Of a file with texts"
          + " in many languages, --from and --to select two."
    })
final class ConvertCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private BitextSource bitext;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      required = true,
      description =
          "Write the pairs to this file: TMX if its name ends in .tmx, XLIFF 1.2 if in .xlf or .xliff,"
              + " otherwise TSV, such as en-de.tsv.gz; - for standard output.")
  private Path output;

  @Mixin private ReadingOptions common;

  ConvertCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OutputFileValidator.prepareWithFolders(console, output);
    LanguagePair languages = bitext.languages();
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<SentencePair> pairs = bitext.open(languages, common.onError).onSkipped(skipped);
        RecordWriter<SentencePair> writer = Bitext.writer(output, languages)) {
      writer.writeAllAndCommit(pairs);
      skipped.print(bitext.file(), pairs);
      console.note(
          "Wrote "
              + Console.formatCount(writer.writtenCount(), "pair", "pairs")
              + " of "
              + languages
              + " to "
              + OutputFileValidator.displayName(output));
    }
    return 0;
  }
}
