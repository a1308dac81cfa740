package org.isogloss.data.collection;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/** The columns of a TSV file: an id and a text, or what the first line names. */
public final class TsvTable {
  /** The columns of a row under the parts that they hold, empty where the table has no such. */
  record Row(String id, String title, String text, String language) {}

  /**
   * Makes a record of a row.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  interface RowParser<T> {
    T parse(Row row) throws MalformedRecordException;
  }

  private final FieldNames names;

  /** Where id, title, text and language stand; -1 for a part that is not there. */
  private int[] columnIndices = {0, -1, 1, -1};

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
   * Takes the places of the parts from a line if it is a header.
   *
   * @throws FormatException if it names a column that holds none of the parts
   */
  private boolean takeHeader(Path file, String line) {
    if (!isHeader(line, names)) {
      return false;
    }
    header = headerColumns(line);
    columnIndices = columnIndices(header, names);
    for (int column = 0; column < header.size(); column++) {
      int place = column;
      if (Arrays.stream(columnIndices).noneMatch(known -> known == place)) {
        throw new FormatException(
            file,
            1,
            "the header names the column "
                + FieldParsing.quotedExcerpt(header.get(column))
                + ", expected each of id, title, text and language at most once, and no other:"
                + " remove that column, or write JSONL, which may hold other fields");
      }
    }
    return true;
  }

  /** Whether a line names the id and the text, and is therefore a header and no record. */
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
      findColumn(names.language(), columns)
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
              + "; other columns have to be named by the first line: id, title, text, language");
    }
    return new Row(
        FieldParsing.requireId(part(0, columns), "the id"),
        part(1, columns),
        part(2, columns),
        part(3, columns));
  }

  private String part(int part, String[] columns) {
    return columnIndices[part] < 0 ? "" : columns[columnIndices[part]];
  }
}
