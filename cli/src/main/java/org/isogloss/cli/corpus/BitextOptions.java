// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.OptionValidation;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.WordTokenizer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that select a bitext and its tokenization. */
final class BitextOptions {
  @Mixin private BitextSource source;

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

  /** Returns the languages of both sides: see {@link BitextSource#languages}. */
  LanguagePair languages() {
    return source.languages();
  }

  /** Reads all pairs, a skipped or empty one as an empty pair, and prints their number. */
  ParallelCorpus read(LanguagePair languages, ReadingOptions common, Console console) {
    OptionValidation.requireOneOrMore("--max-words", maxWords);
    ProgressBar progress = console.progress("Reading", "pairs");
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<SentencePair> pairs =
            source.openByPosition(languages, common.onError).onSkipped(skipped)) {
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
      long without = corpus.skippedPairs() - pairs.skippedCount();
      if (without > 0) {
        console.note(
            "Skipped "
                + Console.formatCount(without, "pair", "pairs")
                + " without words on a side, or with more than "
                + Console.formatCount(maxWords)
                + " words");
      }
      skipped.print(source.file(), pairs);
      return corpus;
    }
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
