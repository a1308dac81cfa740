// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.parse.FieldParsing;

/**
 * The columns of a table of documents or queries: those of the record's own fields, and any others.
 */
final class TableColumns {
  /**
   * The fields of a row; a field without a column is empty.
   *
   * @param others the cells of all other columns that are not blank, by the name of the column
   */
  record Row(
      String id,
      String title,
      String text,
      String language,
      String link,
      SequencedMap<String, String> others) {
    /**
     * Returns the row as a document.
     *
     * @param defaultLanguage the language of a row without one
     */
    Document toDocument(Language defaultLanguage) throws MalformedRecordException {
      SequencedMap<String, MetadataValue> fields = new LinkedHashMap<>();
      others.forEach((name, cell) -> fields.put(name, MetadataValue.of(cell)));
      return FieldParsing.newDocument(id, language(defaultLanguage), title, text)
          .withMetadata(new Metadata(fields));
    }

    Language language(Language defaultLanguage) throws MalformedRecordException {
      return language.isBlank() ? defaultLanguage : FieldParsing.parseLanguage(language);
    }
  }

  private final FieldNames names;
  private final List<String> header;
  private final String separator;

  /** The columns of id, title, text, language and link; -1 for a field without a column. */
  private final int[] indices;

  /**
   * Creates the columns of a header.
   *
   * @param separator what separates columns, for messages
   */
  TableColumns(FieldNames names, List<String> header, String separator) {
    this.names = names;
    this.header = List.copyOf(header);
    this.separator = separator;
    this.indices = indices(header, names);
  }

  /** Whether a header has an id and a text. */
  static boolean hasIdAndText(List<String> columns, FieldNames names) {
    int[] found = indices(columns, names);
    return found[0] >= 0 && found[2] >= 0;
  }

  /** Whether a header has an id, and a text or a title. */
  static boolean hasIdAndTextOrTitle(List<String> columns, FieldNames names) {
    int[] found = indices(columns, names);
    return found[0] >= 0 && (found[1] >= 0 || found[2] >= 0);
  }

  private static int[] indices(List<String> columns, FieldNames names) {
    return new int[] {
      findColumn(names.id(), columns),
      findColumn(names.title(), columns),
      findColumn(names.text(), columns),
      findColumn(names.language(), columns),
      findColumn(names.link(), columns)
    };
  }

  private static int findColumn(List<String> names, List<String> columns) {
    for (int column = 0; column < columns.size(); column++) {
      for (String name : names) {
        if (name.equalsIgnoreCase(columns.get(column))) {
          return column;
        }
      }
    }
    return -1;
  }

  /**
   * Checks that each column has a name of its own.
   *
   * @throws MalformedRecordException if the header names a column twice or not at all
   */
  void requireDistinct() throws MalformedRecordException {
    Set<String> seen = new HashSet<>();
    for (int column = 0; column < header.size(); column++) {
      if (header.get(column).isEmpty()) {
        throw new MalformedRecordException(
            "the header has no name for column " + (column + 1) + ": name it or remove it");
      }
      if (!seen.add(field(header.get(column)))) {
        throw new MalformedRecordException(
            "the header names the column "
                + Excerpt.quote(header.get(column))
                + " after another one with the same content, expected each of "
                + fields("and ")
                + " and of other names at most once: remove that column");
      }
    }
  }

  /** Returns the first name of the field that a column contains; its own name for another one. */
  private String field(String column) {
    return Stream.of(names.id(), names.title(), names.text(), names.language(), names.link())
        .filter(field -> field.stream().anyMatch(column::equalsIgnoreCase))
        .map(List::getFirst)
        .findFirst()
        .orElse(column);
  }

  /**
   * Returns the fields of a row.
   *
   * @throws MalformedRecordException if it has another number of cells than the header, or no id
   */
  Row row(List<String> cells) throws MalformedRecordException {
    if (cells.size() != header.size()) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(cells.size(), "column")
              + ", expected "
              + String.join(separator, header)
              + "; other columns must be named in the first line: "
              + fields(""));
    }
    return new Row(
        FieldParsing.requireId(cell(0, cells), "the id"),
        cell(1, cells),
        cell(2, cells),
        cell(3, cells),
        cell(4, cells),
        others(cells));
  }

  private SequencedMap<String, String> others(List<String> cells) {
    SequencedMap<String, String> others = new LinkedHashMap<>();
    for (int column = 0; column < cells.size(); column++) {
      int index = column;
      if (!cells.get(column).isBlank() && Arrays.stream(indices).noneMatch(one -> one == index)) {
        others.put(header.get(column), cells.get(column).strip());
      }
    }
    return others;
  }

  /** The names of the fields, the last one after a conjunction. */
  private String fields(String conjunction) {
    List<String> fields = new ArrayList<>(List.of("id", "title", "text", "language"));
    names.link().stream().findFirst().ifPresent(fields::add);
    String last = fields.removeLast();
    String comma = conjunction.isEmpty() ? ", " : " " + conjunction;
    return String.join(", ", fields) + comma + last;
  }

  private String cell(int field, List<String> cells) {
    return indices[field] < 0 ? "" : cells.get(indices[field]);
  }
}
