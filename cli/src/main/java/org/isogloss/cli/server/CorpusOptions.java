// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.cli.option.LanguagePairOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** The bitexts to serve for concordances. */
final class CorpusOptions {
  private static final Pattern EXTENSIONS =
      Pattern.compile("(?<=.)\\.[^.]+(\\.(gz|zst|xz|bz2))?\\z", Pattern.CASE_INSENSITIVE);

  @Option(
      names = "--corpus",
      paramLabel = "[NAME=]FILE",
      description =
          "A bitext to serve for concordances, and the name by which clients refer to it (default:"
              + " the name of the file without extensions): lines of source TAB target or source"
              + " ||| target, TMX or XLIFF, plain or compressed. Can be given several times.")
  private List<String> corpora = List.of();

  @Option(
      names = "--languages",
      paramLabel = "PAIR",
      description =
          "The languages of the corpora, such as en-de (default: from the content of TMX and XLIFF,"
              + " or from the file names).")
  private Optional<String> languages = Optional.empty();

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description =
          "Align the words of the corpora in its languages by this translation table, which align"
              + " has written (default: one that is learned from 20,000 pairs at the start). Can be"
              + " given several times.")
  private List<Path> tables = List.of();

  boolean isEmpty() {
    return corpora.isEmpty();
  }

  /** Adds the corpora to a server. */
  void apply(ServerBuilder builder) {
    if (isEmpty() && (languages.isPresent() || !tables.isEmpty())) {
      throw new IsoglossException(
          (tables.isEmpty() ? "--languages" : "--table")
              + " needs --corpus: it says how to read a bitext");
    }
    for (String option : corpora) {
      int equals = option.indexOf('=');
      Path file = Path.of(option.substring(equals + 1));
      builder.corpus(
          equals >= 0 ? option.substring(0, equals) : name(file),
          file,
          Optional.of(
              languages
                  .map(LanguagePairOption::parse)
                  .orElseGet(() -> LanguagePairOption.stated(() -> Bitext.languages(file)))));
    }
    tables.forEach(builder::translationTable);
  }

  private static String name(Path file) {
    Path last = file.getFileName(); // null for a root
    return last == null ? file.toString() : EXTENSIONS.matcher(last.toString()).replaceFirst("");
  }
}
