// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.option.LanguagePairOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.InputPaths;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import picocli.CommandLine.Option;

/** The options of the bitext of a concordance, which is read several times. */
final class ConcordanceCorpus {
  @Option(
      names = "--corpus",
      paramLabel = "FILE",
      arity = "1..2",
      required = true,
      description =
          "The bitext: lines of source TAB target or source ||| target, TMX or XLIFF, plain or"
              + " compressed; or two files, one sentence on each line, line by line translations.")
  private List<Path> files = List.of();

  @Option(
      names = "--languages",
      paramLabel = "PAIR",
      description =
          "The languages of the bitext, such as en-de (default: from the content of TMX and XLIFF, or"
              + " from the file names).")
  private String languages;

  /** Checks the number of files, and returns the languages of both sides. */
  LanguagePair languages() {
    if (files.size() > 2) {
      throw new IsoglossException(
          "--corpus names " + files.size() + " files, expected one, or two of Moses");
    }
    if (languages != null) {
      return LanguagePairOption.parse(languages);
    }
    return LanguagePairOption.stated(
        () ->
            files.size() == 1
                ? Bitext.languages(files.getFirst())
                : Bitext.mosesLanguages(files.getFirst(), files.getLast()));
  }

  /**
   * Opens the bitext with a language as the source.
   *
   * @param stored the languages as stored
   */
  Records<SentencePair> open(LanguagePair stored, Language source, OnError onError) {
    Records<SentencePair> pairs =
        files.size() == 1
            ? Bitext.readByPosition(files.getFirst(), stored, onError)
            : Bitext.readMosesByPosition(files.getFirst(), files.getLast(), stored, onError);
    return source.equals(stored.source()) ? pairs : pairs.map(SentencePair::reversed);
  }

  /** Shows the progress of reading. */
  ParallelCorpus.Listener progress(Console console, String activity) {
    ProgressBar bar = console.progress(activity, "pairs");
    return (read, fraction) -> bar.update(read, fraction > 0 ? Math.round(read / fraction) : 0);
  }

  /** The names of the files. */
  String displayName() {
    return files.stream().map(InputPaths::displayName).collect(Collectors.joining(" and "));
  }

  /** The first file. */
  Path file() {
    return files.getFirst();
  }
}
