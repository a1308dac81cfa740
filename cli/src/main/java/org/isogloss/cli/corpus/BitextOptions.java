// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionHint;
import org.isogloss.cli.option.OptionValidation;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.Bitext;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.WordTokenizer;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that select a bitext and its tokenization. */
final class BitextOptions {
  @Parameters(
      index = "0",
      paramLabel = "BITEXT",
      description =
          "Lines of source TAB target, plain or gzip; or the file of source sentences if TARGET"
              + " is given.")
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
          "Language of the source sentences (default: from the file name, as in en-de.tsv).")
  private String from;

  @Option(names = "--to", paramLabel = "LANGUAGE", description = "Language of the translations.")
  private String to;

  @Option(
      names = "--max-words",
      paramLabel = "N",
      description = "Skip pairs with more words on a side (default: ${DEFAULT-VALUE}).")
  private int maxWords = 200;

  @Option(
      names = "--at-spaces",
      description =
          "Separate words at spaces only and leave them unchanged: for text that is already"
              + " tokenized.")
  private boolean splitOnWhitespace;

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
        () ->
            targetFile == null
                ? LanguagePair.fromFileName(file)
                : Bitext.mosesLanguages(file, targetFile));
  }

  /** Reads all pairs and prints their number. */
  ParallelCorpus read(LanguagePair languages, ReadingOptions common, Console console) {
    OptionValidation.requireOneOrMore("--max-words", maxWords);
    ProgressBar progress = console.progress("Reading", "pairs");
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<SentencePair> pairs = open(languages, common.onError).onSkipped(skipped)) {
      ParallelCorpus corpus =
          ParallelCorpus.read(
              pairs,
              tokenizer(languages.source()),
              tokenizer(languages.target()),
              maxWords,
              (read, fraction) ->
                  progress.update(read, fraction > 0 ? Math.round(read / fraction) : 0));
      console.note(
          Console.formatCount(corpus.size(), "pair", "pairs")
              + ", "
              + describeWordCount(
                  corpus.sourceWordCount(), corpus.sourceVocabularySize(), languages.source())
              + ", "
              + describeWordCount(
                  corpus.targetWordCount(), corpus.targetVocabularySize(), languages.target()));
      if (corpus.skippedPairs() > 0) {
        console.note(
            "Skipped "
                + Console.formatCount(corpus.skippedPairs(), "pair", "pairs")
                + " without words on a side, or with more than "
                + Console.formatCount(maxWords)
                + " words");
      }
      skipped.print(file, pairs);
      return corpus;
    }
  }

  private Records<SentencePair> open(LanguagePair languages, OnError onError) {
    return targetFile == null
        ? Bitext.readTsv(file, languages, onError)
        : Bitext.readMoses(file, targetFile, languages, onError);
  }

  private WordTokenizer tokenizer(Language language) {
    return splitOnWhitespace ? WordTokenizer.onWhitespace() : WordTokenizer.forLanguage(language);
  }

  private static String describeWordCount(int words, int distinct, Language language) {
    return Console.formatCount(words)
        + " words of "
        + language.name()
        + " ("
        + Console.formatCount(distinct)
        + " distinct)";
  }
}
