// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.isogloss.cli.console.Console;
import org.isogloss.lexical.concordance.Collocation;
import org.isogloss.lexical.concordance.TranslationCandidate;
import org.isogloss.lexical.concordance.WordFrequency;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.report.HtmlTable;

/**
 * Rows of a concordance's statistics.
 *
 * @param columns the names of the columns, as in JSON
 * @param rows a cell for each column: a String, a Long or a Double
 */
record ConcordanceTable(List<String> columns, List<List<Object>> rows) {
  static ConcordanceTable of(List<TranslationCandidate> translations) {
    double all = translations.stream().mapToLong(TranslationCandidate::count).sum();
    return new ConcordanceTable(
        List.of("translation", "count", "share", "example", "example_translation"),
        translations.stream()
            .map(
                one ->
                    List.<Object>of(
                        one.words(),
                        (long) one.count(),
                        one.count() / all,
                        one.example().pair().source(),
                        one.example().pair().target()))
            .toList());
  }

  static ConcordanceTable ofCollocations(List<Collocation> collocations) {
    return new ConcordanceTable(
        List.of("word", "count", "frequency", "log_dice"),
        collocations.stream()
            .map(one -> List.<Object>of(one.word(), one.count(), one.frequency(), one.logDice()))
            .toList());
  }

  static ConcordanceTable ofWords(List<WordFrequency> words) {
    return new ConcordanceTable(
        List.of("words", "count", "per_million"),
        words.stream()
            .map(one -> List.<Object>of(one.words(), one.count(), one.perMillion()))
            .toList());
  }

  /** The first rows for a terminal, without the examples. */
  String text(int top) {
    int shown = columns.indexOf("example") < 0 ? columns.size() : columns.indexOf("example");
    TextTable table = new TextTable(columns.subList(0, shown));
    // What is not aligned comes last, and is always shown.
    boolean hasUnaligned = rows.size() > top && rows.getLast().getFirst().equals("");
    Stream.concat(
            rows.stream().limit(top), hasUnaligned ? Stream.of(rows.getLast()) : Stream.empty())
        .forEach(row -> table.row(row.subList(0, shown).stream().map(this::cell).toList()));
    int left = rows.size() - Math.min(top, rows.size()) - (hasUnaligned ? 1 : 0);
    return table + (left == 0 ? "" : "and " + Console.formatCount(left) + " more\n");
  }

  /** The whole table for a page. */
  HtmlTable html(String caption) {
    HtmlTable table = new HtmlTable(caption, columns);
    rows.forEach(row -> table.row(row.stream().map(this::cell).toList()));
    return table;
  }

  /** A cell for people; nothing is aligned with an empty translation. */
  String cell(Object value) {
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%.2f", number);
    }
    return value.equals("") ? "(not aligned)" : value.toString();
  }
}
