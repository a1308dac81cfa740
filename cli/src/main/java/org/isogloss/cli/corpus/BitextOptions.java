// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.options.WordTokenizationOptions;
import picocli.CommandLine.Mixin;

/** Options that select a bitext and its tokenization. */
final class BitextOptions {
  @Mixin private BitextSource source;

  @Mixin private WordTokenizationOptions words;

  /** Returns the files. */
  BitextSource source() {
    return source;
  }

  /** Returns the languages of both sides: see {@link BitextSource#languages}. */
  LanguagePair languages() {
    return source.languages();
  }

  /** Reads all pairs, a skipped or empty one as an empty pair, and prints their number. */
  ParallelCorpus read(LanguagePair languages, ReadingOptions common, Console console) {
    int maxWords = words.maxWords();
    ProgressBar progress = console.progress("Reading", "pairs");
    try (SkippedRecordReporter skipped = common.skipReport(console);
        Records<SentencePair> pairs =
            source.openByPosition(languages, common.onError).onSkipped(skipped)) {
      ParallelCorpus corpus =
          ParallelCorpus.read(
              pairs,
              words.tokenizer(languages.source()),
              words.tokenizer(languages.target()),
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

  private static String describeWordCount(int words, int distinct, Language language) {
    return Console.formatCount(words)
        + " words of "
        + language.name()
        + " ("
        + Console.formatCount(distinct)
        + " distinct)";
  }
}
