// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/** A TSV table with the columns id and text, or with the columns that its header names. */
public final class TsvTable {
  /** The fields of a row; a field without a column is empty. */
  record Row(String id, String title, String text, String language, String link) {}

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
   * @throws FormatException if the header names an unknown or repeated column
   */
  private boolean takeHeader(Path file, String line) {
    if (!isHeader(line, names)) {
      return false;
    }
    header = headerColumns(line);
    columnIndices = columnIndices(header, names);
    for (int column = 0; column < header.size(); column++) {
      int index = column;
      if (Arrays.stream(columnIndices).noneMatch(known -> known == index)) {
        throw new FormatException(
            file,
            1,
            "the header names the column "
                + Excerpt.quote(header.get(column))
                + ", expected each of "
                + fields("and ")
                + " at most once, and no other: remove that column, or use JSONL, which may have"
                + " other fields");
      }
    }
    return true;
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
        field(4, columns));
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
