// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.OutputFileValidator;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.lexical.alignment.AlignerOptions;
import org.isogloss.lexical.concordance.Collocation;
import org.isogloss.lexical.concordance.Concordance;
import org.isogloss.lexical.concordance.ConcordanceReader;
import org.isogloss.lexical.concordance.OccurrenceOrder;
import org.isogloss.lexical.concordance.SampledTable;
import org.isogloss.lexical.concordance.WordFrequency;
import org.isogloss.lexical.concordance.WordPattern;
import org.isogloss.lexical.concordance.WordStatistics;
import org.isogloss.lexical.table.TableAligner;
import org.isogloss.lexical.table.TranslationTable;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss concordance}. */
@Command(
    name = "concordance",
    mixinStandardHelpOptions = true,
    description = {
      "Show how words are used and translated in a bitext.",
      "",
      "Prints the frequency of the words, their translations with counts, and lines with the words"
          + " in their contexts. --show selects one of these, the words nearby (collocations), or the"
          + " most frequent words. The words of the translations are aligned by --table, or by a"
          + " table that is learned from a part of the bitext."
    })
public final class ConcordanceCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "WORDS",
      description =
          "One or more words in a row, in upper or lower case; * stands for any letters. Without"
              + " them, --show words lists the words of the whole corpus.")
  private String words;

  @Mixin private ConcordanceCorpus corpus;

  @Option(
      names = "--language",
      paramLabel = "LANGUAGE",
      description =
          "The language of the words (default: the first one of the bitext; the other one if they do"
              + " not occur in it).")
  private String language;

  @Option(
      names = "--show",
      paramLabel = "VIEW",
      description = "What to show: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private ConcordanceView view = ConcordanceView.SUMMARY;

  @Option(
      names = "--sort",
      paramLabel = "ORDER",
      description =
          "The order of the lines: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). BEFORE sorts"
              + " by the words before, the nearest first: the left context in scripts from left to"
              + " right.")
  private OccurrenceOrder order = OccurrenceOrder.CORPUS;

  @Option(
      names = "--top",
      paramLabel = "N",
      description = "Show at most N rows (default: ${DEFAULT-VALUE}); a file contains all.")
  private int top = 20;

  @Option(
      names = "--to",
      paramLabel = "FILE",
      description =
          "Write all rows to this file instead: TSV, JSON (.json), a page (.html), or the sentence pairs"
              + " of the lines as a translation memory (.tmx, .xlf).")
  private Path to;

  @Option(
      names = "--table",
      paramLabel = "FILE",
      description = "Align words by this translation table, which align has written.")
  private Path table;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description =
          "Without --table: learn to align from at most N pairs, half of them with the words"
              + " (default: ${DEFAULT-VALUE}).")
  private int sampleSize = 20_000;

  @Option(
      names = "--max-lines",
      paramLabel = "N",
      description =
          "Keep a random sample of N occurrences if there are more; counts of translations are then"
              + " those of the sample (default: ${DEFAULT-VALUE}).")
  private int maxLines = 10_000;

  @Option(
      names = "--window",
      paramLabel = "N",
      description =
          "Collocations: number of words before and after, 1 to "
              + WordStatistics.MAX_WINDOW
              + " (default: ${DEFAULT-VALUE}).")
  private int window = 5;

  @Option(
      names = "--ngram",
      paramLabel = "N",
      description =
          "Words: list sequences of N words, 1 to "
              + WordStatistics.MAX_NGRAM
              + " (default: ${DEFAULT-VALUE}).")
  private int ngram = 1;

  @Option(
      names = "--min-count",
      paramLabel = "N",
      description =
          "Collocations and words: leave out rows with a lower count (default: ${DEFAULT-VALUE}).")
  private int minCount = 3;

  @Mixin private ReadingOptions common;

  ConcordanceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    OptionValidation.requireOneOrMore("--top", top);
    OptionValidation.requireOneOrMore("--max-lines", maxLines);
    OptionValidation.requireOneTo(WordStatistics.MAX_WINDOW, "--window", window);
    OptionValidation.requireOneTo(WordStatistics.MAX_NGRAM, "--ngram", ngram);
    OptionValidation.requireOneOrMore("--sample", sampleSize);
    OutputFileValidator.prepareWithFolders(console, to);
    Optional<WordPattern> pattern = Optional.ofNullable(words).map(WordPattern::of);
    if (pattern.isEmpty() && view != ConcordanceView.WORDS) {
      throw new IsoglossException(
          "the words to look for are missing: give them, as in concordance house --corpus"
              + " en-de.tsv, or list the words of the corpus with --show words");
    }
    LanguagePair languages = corpus.languages();
    ConcordanceReport report = new ConcordanceReport(console, Optional.ofNullable(to), top);
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      if (view.hasOccurrences()) {
        occurrences(languages, pattern.orElseThrow(), skipped, report);
      } else {
        statistics(languages, pattern, skipped, report);
      }
    }
    return 0;
  }

  private void occurrences(
      LanguagePair stored,
      WordPattern pattern,
      SkippedRecordReporter skipped,
      ConcordanceReport report) {
    Concordance found = find(stored, pattern, side(stored), skipped);
    if (found.occurrenceCount() == 0 && language == null) {
      found = find(stored, pattern, stored.target(), skipped);
    }
    console.endProgress();
    if (found.occurrenceCount() == 0) {
      throw new IsoglossException(
          "\""
              + pattern
              + "\" does not occur in the "
              + Console.formatCount(found.pairCount(), "pair", "pairs")
              + " of "
              + corpus.displayName()
              + ": look for another form, or for its beginning, as in hous*");
    }
    Concordance aligned = align(stored, pattern, found);
    report.occurrences(view, pattern, corpus.displayName(), aligned, order);
  }

  private Language side(LanguagePair stored) {
    if (language == null) {
      return stored.source();
    }
    Language side = Language.of(language);
    if (!side.equals(stored.source()) && !side.equals(stored.target())) {
      throw new IsoglossException(
          "--language "
              + language
              + " is not a language of "
              + corpus.displayName()
              + ": expected "
              + stored.source().tag()
              + " or "
              + stored.target().tag());
    }
    return side;
  }

  private static LanguagePair from(Language side, LanguagePair stored) {
    return side.equals(stored.source()) ? stored : stored.reversed();
  }

  private Concordance find(
      LanguagePair stored, WordPattern pattern, Language side, SkippedRecordReporter skipped) {
    try (Records<SentencePair> pairs =
        corpus.open(stored, side, common.onError).onSkipped(skipped)) {
      Concordance found =
          new ConcordanceReader(from(side, stored), maxLines)
              .read(pairs, pattern, corpus.progress(console, "Searching"));
      skipped.print(corpus.file(), pairs);
      return found;
    }
  }

  private Concordance align(LanguagePair stored, WordPattern pattern, Concordance found) {
    if (table != null) {
      TranslationTable given = TranslationTable.open(table);
      if (given.languages().equals(found.languages().reversed())) {
        given = given.reversed();
      } else if (!given.languages().equals(found.languages())) {
        throw new IsoglossException(
            table
                + ": is a table of "
                + given.languages()
                + ", but the bitext is in "
                + stored
                + ": give the table of these languages, or none");
      }
      return found.aligned(new TableAligner(given));
    }
    return found.aligned(new TableAligner(learn(stored, pattern, found.languages())));
  }

  private TranslationTable learn(LanguagePair stored, WordPattern pattern, LanguagePair languages) {
    try (Records<SentencePair> pairs = corpus.open(stored, languages.source(), common.onError)) {
      TranslationTable learned =
          SampledTable.learn(
              pairs,
              languages,
              Optional.of(pattern),
              sampleSize,
              AlignerOptions.builder().threads(common.threads).build(),
              corpus.progress(console, "Aligning"));
      console.endProgress();
      return learned;
    }
  }

  private void statistics(
      LanguagePair stored,
      Optional<WordPattern> pattern,
      SkippedRecordReporter skipped,
      ConcordanceReport report) {
    Language side = side(stored);
    try (Records<SentencePair> pairs =
        corpus.open(stored, side, common.onError).onSkipped(skipped)) {
      if (view == ConcordanceView.COLLOCATIONS) {
        WordStatistics<Collocation> found =
            WordStatistics.collocations(
                pairs,
                side,
                pattern.orElseThrow(),
                window,
                minCount,
                WordStatistics.DEFAULT_CAPACITY,
                corpus.progress(console, "Counting"));
        console.endProgress();
        report.collocations(found);
      } else {
        WordStatistics<WordFrequency> found =
            WordStatistics.frequencies(
                pairs,
                side,
                ngram,
                pattern,
                minCount,
                WordStatistics.DEFAULT_CAPACITY,
                corpus.progress(console, "Counting"));
        console.endProgress();
        report.words(found);
      }
      skipped.print(corpus.file(), pairs);
    }
  }
}
