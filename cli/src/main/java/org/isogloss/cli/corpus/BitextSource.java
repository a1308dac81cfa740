// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select a bitext and its languages. */
final class BitextSource {
  @Parameters(
      index = "0",
      paramLabel = "BITEXT",
      description =
          "Lines of source TAB target or source ||| target, TMX or XLIFF, plain or compressed; or the"
              + " file of source sentences if TARGET is given.")
  private Path file;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TARGET",
      description = "The translations, line by line.")
  private Path targetFile;

  @Option(
      names = "--from",
      paramLabel = "LANGUAGE",
      description =
          "Language of the source sentences (default: from the content of TMX and XLIFF, or from the"
              + " file name, as in en-de.tsv).")
  private String from;

  @Option(names = "--to", paramLabel = "LANGUAGE", description = "Language of the translations.")
  private String to;

  /**
   * Returns the languages of both sides.
   *
   * @throws IsoglossException if neither the options nor the file names state them
   */
  LanguagePair languages() {
    if ((from == null) != (to == null)) {
      throw new IsoglossException("--from and --to belong together: give both or neither");
    }
    if (from != null) {
      return new LanguagePair(Language.of(from), Language.of(to));
    }
    return OptionHint.add(
        "--from LANGUAGE --to LANGUAGE",
        failure -> !(failure instanceof FormatException),
        () ->
            targetFile == null ? Bitext.languages(file) : Bitext.mosesLanguages(file, targetFile));
  }

  /** Returns the first file. */
  Path file() {
    return file;
  }

  /**
   * Returns the second file.
   *
   * @throws IsoglossException if there is none
   */
  Path requireTargetFile() {
    if (targetFile == null) {
      throw new IsoglossException(
          file + ": is one document, expected two: align --documents news.de news.en");
    }
    return targetFile;
  }

  /** Opens the pairs, without those that have no text. */
  Records<SentencePair> open(LanguagePair languages, OnError onError) {
    return targetFile == null
        ? Bitext.read(file, languages, onError)
        : Bitext.readMoses(file, targetFile, languages, onError);
  }

  /** Opens the pairs by position: a skipped or empty one is an empty pair. */
  Records<SentencePair> openByPosition(LanguagePair languages, OnError onError) {
    return targetFile == null
        ? Bitext.readByPosition(file, languages, onError)
        : Bitext.readMosesByPosition(file, targetFile, languages, onError);
  }
}
