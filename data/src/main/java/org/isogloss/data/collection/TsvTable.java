// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * A TSV table with the columns id and text, or with the columns that its header names: those of the
 * record's own fields, and any others.
 */
public final class TsvTable {
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
      SequencedMap<String, String> others) {}

  /**
   * Converts a row to a record.
   *
   * @param <T> the type of a record
   */
  @FunctionalInterface
  interface RowParser<T> {
    T parse(Row row) throws MalformedRecordException;
  }

  private final FieldNames names;

  /** The columns of id, title, text, language and link; -1 for a field without a column. */
  private int[] columnIndices = {0, -1, 1, -1, -1};

  private List<String> header = List.of("id", "text");

  private TsvTable(FieldNames names) {
    this.names = names;
  }

  static <T> Records<T> read(Path file, FieldNames names, OnError onError, RowParser<T> rowParser) {
    TsvTable table = new TsvTable(names);
    return LineRecordReader.read(
        file,
        onError,
        line -> table.takeHeader(file, line),
        line -> rowParser.parse(table.row(FieldParsing.splitColumns(line))));
  }

  /**
   * Sets the columns of the fields if the line is a header.
   *
   * @throws FormatException if the header names a column twice or not at all
   */
  private boolean takeHeader(Path file, String line) {
    if (!isHeader(line, names)) {
      return false;
    }
    header = headerColumns(line);
    columnIndices = columnIndices(header, names);
    Set<String> seen = new HashSet<>();
    for (int column = 0; column < header.size(); column++) {
      if (header.get(column).isEmpty()) {
        throw new FormatException(
            file,
            1,
            "the header has no name for column " + (column + 1) + ": name it or remove it");
      }
      if (!seen.add(field(header.get(column)))) {
        throw new FormatException(
            file,
            1,
            "the header names the column "
                + Excerpt.quote(header.get(column))
                + " after another one with the same content, expected each of "
                + fields("and ")
                + " and of other names at most once: remove that column");
      }
    }
    return true;
  }

  /** Returns the first name of the field that a column contains; its own name for another one. */
  private String field(String column) {
    return Stream.of(names.id(), names.title(), names.text(), names.language(), names.link())
        .filter(field -> field.stream().anyMatch(column::equalsIgnoreCase))
        .map(List::getFirst)
        .findFirst()
        .orElse(column);
  }

  /** Whether a line names the columns of id and text, and is therefore a header. */
  public static boolean isHeader(String line, FieldNames names) {
    int[] found = columnIndices(headerColumns(line), names);
    return found[0] >= 0 && found[2] >= 0;
  }

  private static List<String> headerColumns(String line) {
    return Arrays.stream(FieldParsing.splitColumns(line)).map(String::strip).toList();
  }

  private static int[] columnIndices(List<String> columns, FieldNames names) {
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

  private Row row(String[] columns) throws MalformedRecordException {
    if (columns.length != header.size()) {
      throw new MalformedRecordException(
          "found "
              + FieldParsing.formatCount(columns.length, "column")
              + ", expected "
              + String.join(" TAB ", header)
              + "; other columns must be named in the first line: "
              + fields(""));
    }
    return new Row(
        FieldParsing.requireId(field(0, columns), "the id"),
        field(1, columns),
        field(2, columns),
        field(3, columns),
        field(4, columns),
        others(columns));
  }

  private SequencedMap<String, String> others(String[] columns) {
    SequencedMap<String, String> others = new LinkedHashMap<>();
    for (int column = 0; column < columns.length; column++) {
      int index = column;
      if (!columns[column].isBlank()
          && Arrays.stream(columnIndices).noneMatch(known -> known == index)) {
        others.put(header.get(column), columns[column].strip());
      }
    }
    return others;
  }

  /** The names of the fields, the last one after a conjunction. */
  private String fields(String conjunction) {
    List<String> fields = new ArrayList<>(List.of("id", "title", "text", "language"));
    names.link().stream().findFirst().ifPresent(fields::add);
    String last = fields.removeLast();
    String separator = conjunction.isEmpty() ? ", " : " " + conjunction;
    return String.join(", ", fields) + separator + last;
  }

  private String field(int field, String[] columns) {
    return columnIndices[field] < 0 ? "" : columns[columnIndices[field]];
  }
}
