// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * Multi-parallel text: a table of columns that are separated by tabs, whose first line names the
 * language of each column. Each further line is one sentence in all of these languages; the cell of
 * a language into which it is not translated is empty.
 */
public final class MultiparallelText {
  private List<Language> languages = List.of();

  private MultiparallelText() {}

  /**
   * Reads the sentences of a table, each by language in the order of the columns, without empty
   * cells. A line with fewer or more cells than the header is malformed, and one with less than two
   * sentences too.
   *
   * @throws FormatException if the header names no two languages, or one of them twice
   */
  public static Records<SequencedMap<Language, String>> read(Path file, OnError onError) {
    MultiparallelText table = new MultiparallelText();
    return LineRecordReader.read(file, onError, table::takeHeader, table::parse);
  }

  private boolean takeHeader(String line) throws MalformedRecordException {
    try {
      languages =
          Arrays.stream(FieldParsing.splitColumns(line))
              .map(String::strip)
              .map(Language::of)
              .toList();
    } catch (IsoglossException e) {
      throw new MalformedRecordException(
          "the first line must name the language of each column, such as en TAB de TAB zh: "
              + e.getMessage());
    }
    if (languages.size() < 2 || new HashSet<>(languages).size() < languages.size()) {
      throw new MalformedRecordException(
          "the first line names the languages " + languages + ", expected two or more, each once");
    }
    return true;
  }

  private SequencedMap<Language, String> parse(String line) throws MalformedRecordException {
    String[] cells = FieldParsing.splitColumns(line);
    if (cells.length != languages.size()) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(cells.length, "column")
              + ", but the first line names "
              + languages.size());
    }
    SequencedMap<Language, String> sentences = new LinkedHashMap<>();
    for (int i = 0; i < cells.length; i++) {
      if (!cells[i].isBlank()) {
        sentences.put(languages.get(i), cells[i].strip());
      }
    }
    if (sentences.size() < 2) {
      throw new MalformedRecordException(
          "the sentence is in one language only, expected two or more");
    }
    return sentences;
  }
}
