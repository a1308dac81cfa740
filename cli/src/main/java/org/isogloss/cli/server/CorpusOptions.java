// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.isogloss.cli.option.LanguagePairOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.server.ServerBuilder;
import picocli.CommandLine.Option;

/** The bitexts to serve for concordances. */
final class CorpusOptions {
  private static final Pattern EXTENSIONS =
      Pattern.compile("(?<=.)\\.[^.]+(\\.(gz|zst|xz|bz2))?\\z", Pattern.CASE_INSENSITIVE);

  @Option(
      names = "--corpus",
      paramLabel = "[NAME=]FILE[,FILE]",
      description =
          "A bitext to serve for concordances, and the name by which clients refer to it (default:"
              + " the name of the first file without extensions): lines of source TAB target or source"
              + " ||| target, TMX or XLIFF, plain or compressed; or two files, one sentence on each"
              + " line, line by line translations. Can be given several times.")
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
      add(option.substring(equals + 1), option.substring(0, Math.max(0, equals)), builder);
    }
    tables.forEach(builder::translationTable);
  }

  /**
   * Adds a corpus.
   *
   * @param files one file, or two separated by a comma
   * @param stated its name; empty for that of the first file
   */
  private void add(String files, String stated, ServerBuilder builder) {
    int comma = Files.exists(Path.of(files)) ? -1 : files.indexOf(',');
    Path source = Path.of(comma < 0 ? files : files.substring(0, comma));
    String name = stated.isEmpty() ? name(source) : stated;
    if (comma < 0) {
      builder.corpus(name, source, Optional.of(languages(() -> Bitext.languages(source))));
      return;
    }
    Path target = Path.of(files.substring(comma + 1));
    builder.corpus(
        name, source, target, Optional.of(languages(() -> Bitext.mosesLanguages(source, target))));
  }

  private LanguagePair languages(Supplier<LanguagePair> stated) {
    return languages
        .map(LanguagePairOption::parse)
        .orElseGet(() -> LanguagePairOption.stated(stated));
  }

  private static String name(Path file) {
    Path last = file.getFileName(); // null for a root
    return last == null ? file.toString() : EXTENSIONS.matcher(last.toString()).replaceFirst("");
  }
}
