// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.FieldParsing;

/** Reads sentence pairs, one on each line. A line without any text is no pair. */
final class BitextLines extends LineRecordSource<SentencePair> {
  /** Bars that are a column of their own; a side may be empty. */
  private static final Pattern BARS = Pattern.compile("(?:^|\\s)\\|\\|\\|(?:\\s|$)");

  private final LanguagePair languages;
  private final boolean separatedByBars;
  private final boolean keepsEmpty;

  /**
   * Creates a reader.
   *
   * @param separatedByBars whether {@code |||} separates the sides, rather than a tab
   * @param keepsEmpty whether a line without any text is a pair with two empty sides
   */
  BitextLines(
      Utf8LineReader lines, LanguagePair languages, boolean separatedByBars, boolean keepsEmpty) {
    super(lines);
    this.languages = languages;
    this.separatedByBars = separatedByBars;
    this.keepsEmpty = keepsEmpty;
  }

  static String[] splitAtBars(String line) {
    return BARS.split(line, -1);
  }

  @Override
  public Optional<SentencePair> next() throws MalformedRecordException {
    while (true) {
      String line = lines.next();
      if (line == null) {
        return Optional.empty();
      }
      String[] columns = separatedByBars ? splitAtBars(line) : FieldParsing.splitColumns(line);
      boolean isEmpty =
          columns.length <= 2 && columns[0].isBlank() && columns[columns.length - 1].isBlank();
      if (!isEmpty) {
        return Optional.of(
            separatedByBars ? parseBars(columns) : Bitext.newPair(columns, languages));
      }
      if (keepsEmpty) {
        return Optional.of(Bitext.emptyPair(languages));
      }
    }
  }

  private SentencePair parseBars(String[] columns) throws MalformedRecordException {
    if (columns.length != 2) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + " separated by |||, expected two: source ||| target");
    }
    return Bitext.newPair(languages, columns[0].strip(), columns[1].strip(), "");
  }
}
