// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.cli.console.Console;
import org.isogloss.lexical.concordance.Collocation;
import org.isogloss.lexical.concordance.Concordance;
import org.isogloss.lexical.concordance.Occurrence;
import org.isogloss.lexical.concordance.OccurrenceOrder;
import org.isogloss.lexical.concordance.TranslationCandidate;
import org.isogloss.lexical.concordance.WordFrequency;
import org.isogloss.lexical.concordance.WordPattern;
import org.isogloss.lexical.concordance.WordStatistics;

/** Prints what {@code isogloss concordance} finds, or writes it to a file. */
final class ConcordanceReport {
  private static final int DEFAULT_WIDTH = 100;
  private static final int TRANSLATIONS_IN_SUMMARY = 10;

  private final Console console;
  private final Optional<Path> file;
  private final int top;

  /** Creates a report to a file, or of the {@code top} first rows to the terminal. */
  ConcordanceReport(Console console, Optional<Path> file, int top) {
    this.console = console;
    this.file = file;
    this.top = top;
  }

  void occurrences(
      ConcordanceView view,
      WordPattern pattern,
      String corpus,
      Concordance found,
      OccurrenceOrder order) {
    String heading = heading(pattern, corpus, found);
    List<Occurrence> lines = order.sort(found.occurrences());
    List<TranslationCandidate> translations = TranslationCandidate.count(found.occurrences());
    ConcordanceTable table = ConcordanceTable.of(translations);
    if (file.isPresent()) {
      if (view == ConcordanceView.TRANSLATIONS) {
        write(heading, table);
      } else {
        ConcordanceFile.write(file.get(), heading, found, lines, table);
        console.note(ConcordanceFile.written(lines.size(), "line", "lines", file.get()));
      }
      return;
    }
    console.print(heading);
    if (view != ConcordanceView.LINES) {
      int rows = view == ConcordanceView.SUMMARY ? Math.min(top, TRANSLATIONS_IN_SUMMARY) : top;
      console.print("");
      console.print(table.text(rows));
    }
    if (view != ConcordanceView.TRANSLATIONS) {
      lines(lines);
    }
  }

  private static String heading(WordPattern pattern, String corpus, Concordance found) {
    return String.format(
            Locale.ROOT,
            "\"%s\" occurs %s in %s of %s: %.1f per million words, dispersion %.2f",
            pattern,
            Console.formatCount(found.occurrenceCount(), "time", "times"),
            Console.formatCount(found.pairCount(), "pair", "pairs"),
            corpus,
            found.perMillion(),
            found.dispersion())
        + (found.isSample()
            ? "; a random sample of " + Console.formatCount(found.occurrences().size()) + " follows"
            : "");
  }

  private void lines(List<Occurrence> lines) {
    ContextLine format = new ContextLine(console.terminal().tableColumns().orElse(DEFAULT_WIDTH));
    lines.stream().limit(top).forEach(line -> console.printStyled(format.format(line)));
    if (lines.size() > top) {
      console.print("");
      console.print(
          "The first "
              + Console.formatCount(top)
              + " of "
              + Console.formatCount(lines.size(), "line", "lines")
              + "; --top N shows more, --to FILE writes all.");
    }
  }

  void collocations(WordStatistics<Collocation> found) {
    show(
        "Words nearby, by logDice",
        ConcordanceTable.ofCollocations(found.rows()),
        found.maxError());
  }

  void words(WordStatistics<WordFrequency> found) {
    show("Words by frequency", ConcordanceTable.ofWords(found.rows()), found.maxError());
  }

  private void show(String title, ConcordanceTable table, long maxError) {
    if (maxError > 0) {
      console.warn(
          "there are too many distinct words for the memory, so rare ones were dropped: counts may be"
              + " too small by up to "
              + Console.formatCount(maxError));
    }
    if (file.isPresent()) {
      write(title, table);
    } else {
      console.print(table.text(top));
    }
  }

  private void write(String title, ConcordanceTable table) {
    ConcordanceFile.write(file.orElseThrow(), title, table);
    console.note(ConcordanceFile.written(table.rows().size(), "row", "rows", file.orElseThrow()));
  }
}
