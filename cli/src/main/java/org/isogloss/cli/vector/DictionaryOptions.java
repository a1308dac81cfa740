// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.data.bitext.WordPairs;
import picocli.CommandLine.Option;

/** Options that select a dictionary. */
final class DictionaryOptions {
  /** The languages of the pairs; they are those of the vectors, whatever the file is called. */
  private static final LanguagePair LANGUAGES =
      new LanguagePair(Language.UNDETERMINED, Language.UNDETERMINED);

  @Option(
      names = "--dictionary",
      paramLabel = "FILE",
      required = true,
      description =
          "A word of the first language and a translation on each line, separated by a tab or a"
              + " space; plain or gzip. May be repeated.")
  private List<Path> files = List.of();

  @Option(
      names = "--reverse",
      description = "The words of the first language are in the second column.")
  private boolean reverse;

  /** Reads the pairs of all files, with the word of the first language first. */
  List<WordPair> read(ReadingOptions common, SkippedRecordReporter skipped) {
    List<WordPair> pairs = new ArrayList<>();
    for (Path file : files) {
      try (Records<WordPair> records =
          WordPairs.read(file, LANGUAGES, common.onError).onSkipped(skipped)) {
        records.forEachRemaining(pair -> pairs.add(reverse ? reversed(pair) : pair));
        skipped.print(file, records);
      }
    }
    return pairs;
  }

  private static WordPair reversed(WordPair pair) {
    String first = pair.target();
    String second = pair.source();
    return new WordPair(pair.targetLanguage(), pair.sourceLanguage(), first, second);
  }
}
