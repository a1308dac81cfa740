// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
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
   * @param hasText whether the table has a column of the text
   */
  record Row(
      String id,
      String title,
      String text,
      String language,
      String link,
      SequencedMap<String, String> others,
      boolean hasText) {
    /**
     * Returns the row as a document.
     *
     * @param defaultLanguage the language of a row without one
     */
    Document toDocument(Language defaultLanguage) throws MalformedRecordException {
      SequencedMap<String, MetadataValue> fields = new LinkedHashMap<>();
      others.forEach((name, cell) -> fields.put(name, MetadataValue.of(cell)));
      Document document =
          FieldParsing.newDocument(id, language(defaultLanguage), title, text)
              .withMetadata(new Metadata(fields));
      if (!hasText) {
        UnnamedText.reject(document);
      }
      return document;
    }

    /**
     * Returns the row as a query.
     *
     * @param defaultLanguage the language of a row without one
     */
    Query toQuery(Language defaultLanguage) throws MalformedRecordException {
      return new Query(
          id,
          language(defaultLanguage),
          FieldParsing.requireNotBlank(text, "the text of the query"));
    }

    private Language language(Language defaultLanguage) throws MalformedRecordException {
      return language.isBlank() ? defaultLanguage : FieldParsing.parseLanguage(language);
    }
  }

  /**
   * Converts a row to a record.
   *
   * @param <T> the type of a record
   */
  @FunctionalInterface
  interface RowParser<T> {
    T parse(Row row) throws MalformedRecordException;
  }

  private static final int NONE = -1;

  // The places of the fields in lists of fields.
  private static final int ID = 0;
  private static final int TITLE = 1;
  private static final int TEXT = 2;
  private static final int LANGUAGE = 3;
  private static final int LINK = 4;

  private final FieldNames names;
  private final List<String> header;
  private final String separator;

  /** The columns of id, title, text, language and link. */
  private final List<List<Integer>> columns;

  /**
   * Creates the columns of a header.
   *
   * @param separator what separates columns, for messages
   */
  TableColumns(FieldNames names, List<String> header, String separator) {
    this.names = names;
    this.header = List.copyOf(header);
    this.separator = separator;
    this.columns =
        Stream.of(names.id(), names.title(), names.text(), names.language(), names.link())
            .map(field -> columns(field, header))
            .toList();
  }

  /** Whether a header has an id, and a text or a title. */
  static boolean hasIdAndTextOrTitle(List<String> header, FieldNames names) {
    boolean text = !columns(names.text(), header).isEmpty();
    boolean title = names.titleSuffices() && !columns(names.title(), header).isEmpty();
    return !columns(names.id(), header).isEmpty() && (text || title);
  }

  /** The columns that have one of the names, in the order of the names. */
  private static List<Integer> columns(List<String> names, List<String> header) {
    return names.stream()
        .flatMap(
            name ->
                IntStream.range(0, header.size())
                    .boxed()
                    .filter(column -> FieldNames.isSame(name, header.get(column))))
        .distinct()
        .toList();
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
      String name = header.get(column);
      if (!seen.add(isKnown(column) ? name.toLowerCase(Locale.ROOT) : name)) {
        throw new MalformedRecordException(
            "the header names the column "
                + Excerpt.quote(name)
                + " after another one with this name, expected each at most once: rename or remove"
                + " it");
      }
    }
  }

  private boolean isKnown(int column) {
    return columns.stream().anyMatch(field -> field.contains(column));
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
              + fields());
    }
    List<Integer> used =
        List.of(
            first(columns.get(ID)),
            firstFilled(columns.get(TITLE), cells),
            firstFilled(columns.get(TEXT), cells),
            first(columns.get(LANGUAGE)),
            first(columns.get(LINK)));
    return new Row(
        FieldParsing.requireId(cell(used.get(ID), cells), "the id"),
        cell(used.get(TITLE), cells),
        cell(used.get(TEXT), cells),
        cell(used.get(LANGUAGE), cells),
        cell(used.get(LINK), cells),
        others(cells, used),
        used.get(TEXT) != NONE);
  }

  private static int first(List<Integer> columns) {
    return columns.isEmpty() ? NONE : columns.getFirst();
  }

  /** The first column with a cell that is not blank, or else the first one. */
  private static int firstFilled(List<Integer> columns, List<String> cells) {
    return columns.stream()
        .filter(column -> !cells.get(column).isBlank())
        .findFirst()
        .orElse(first(columns));
  }

  private static String cell(int column, List<String> cells) {
    return column == NONE ? "" : cells.get(column);
  }

  private SequencedMap<String, String> others(List<String> cells, List<Integer> used) {
    SequencedMap<String, String> others = new LinkedHashMap<>();
    for (int column = 0; column < cells.size(); column++) {
      if (!cells.get(column).isBlank() && !used.contains(column)) {
        others.put(header.get(column), cells.get(column).strip());
      }
    }
    return others;
  }

  /** The first names of the fields. */
  private String fields() {
    return Stream.of(names.id(), names.title(), names.text(), names.language(), names.link())
        .flatMap(field -> field.stream().limit(1))
        .collect(Collectors.joining(", "));
  }
}
