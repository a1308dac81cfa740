// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.isogloss.data.FlatMappedRecords;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.FileHead;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.CsvRows;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.StrictJson;

/**
 * Reads the rows of a table, TSV or CSV, or of JSON lines. The first row of a table may be a {@link
 * Header}; without one, the number of columns of the first row determines their names.
 *
 * @param <T> the type of a record
 */
final class TextRows<T> {
  /**
   * Converts a row to a record.
   *
   * @param <T> the type of a record
   */
  @FunctionalInterface
  interface RowParser<T> {
    /** Returns the record; empty if the row is left out. */
    Optional<T> parse(Row row) throws MalformedRecordException;
  }

  private static final Pattern OBJECT = Pattern.compile("\\s*\\{\\s*\"[^\\t]*");

  private static final Pattern QUOTED = Pattern.compile("\"(?=.*\"\")(?:[^\"]|\"\")*+\"");

  private final List<List<String>> layouts;
  private final List<List<String>> required;
  private final RowParser<T> parser;
  private List<String> columns = List.of();

  private TextRows(List<List<String>> layouts, List<List<String>> required, RowParser<T> parser) {
    this.layouts = layouts;
    this.required = required;
    this.parser = parser;
  }

  /**
   * Reads a file.
   *
   * @param layouts the possible columns of a table without a header, each with another number
   * @param required the names of the columns that a header must have
   */
  static <T> Records<T> read(
      Path file,
      OnError onError,
      List<List<String>> layouts,
      List<List<String>> required,
      RowParser<T> parser) {
    FileHead head = FileHead.read(file);
    TextRows<T> rows = new TextRows<>(layouts, required, parser);
    Records<Optional<T>> records =
        majorityMatches(head, line -> OBJECT.matcher(line).matches())
            ? LineRecordReader.read(
                file, onError, line -> parser.parse(new Row.Json(StrictJson.object(line))))
            : rows.table(file, head, onError);
    return new Records<>(
        new FlatMappedRecords<Optional<T>, T>(records.source(), record -> record.stream().toList()),
        onError);
  }

  /** Whether a file has JSON lines or begins with a {@link Header}. */
  static boolean namesColumns(FileHead head) {
    return majorityMatches(head, line -> OBJECT.matcher(line).matches())
        || Header.isHeader(Header.cells(head.firstLine()))
        || Header.isHeader(csvCells(head.firstLine()));
  }

  private static List<String> csvCells(String line) {
    return Stream.of(line.split(",", -1))
        .map(cell -> cell.strip().replaceAll("^\"|\"$", ""))
        .toList();
  }

  private Records<Optional<T>> table(Path file, FileHead head, OnError onError) {
    return isCsv(head)
        ? new Records<>(new CsvSource(file), onError)
        : LineRecordReader.read(
            file,
            onError,
            line -> takeHeader(Header.cells(line)),
            line -> parse(unquoted(FieldParsing.splitColumns(line))));
  }

  /**
   * Returns cells without the quotes of CSV: programs such as XTREME's write a cell that contains
   * quotes in quotes, and double those within it.
   */
  private static List<String> unquoted(String... cells) {
    return Stream.of(cells)
        .map(
            cell ->
                QUOTED.matcher(cell).matches()
                    ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"")
                    : cell)
        .toList();
  }

  private static boolean isCsv(FileHead head) {
    return !head.isEmpty() && !majorityMatches(head, line -> line.indexOf('\t') >= 0);
  }

  /** Whether most lines match; the beginning of the first line if that is longer than the head. */
  private static boolean majorityMatches(FileHead head, Predicate<String> predicate) {
    return head.lines().isEmpty() ? predicate.test(head.text()) : head.majorityMatches(predicate);
  }

  /** Sets the columns if the first row is a header. */
  private boolean takeHeader(List<String> cells) throws MalformedRecordException {
    if (!Header.isHeader(cells)) {
      return false;
    }
    for (List<String> names : required) {
      if (Header.indexOf(cells, names) < 0) {
        throw new MalformedRecordException(
            "the header has the columns "
                + String.join(", ", cells)
                + ", expected one of them to be "
                + String.join(" or ", names)
                + ": rename or add it");
      }
    }
    columns = cells;
    return true;
  }

  private Optional<T> parse(List<String> cells) throws MalformedRecordException {
    if (columns.isEmpty()) {
      columns =
          layouts.stream()
              .filter(layout -> layout.size() == cells.size())
              .findFirst()
              .orElseThrow(() -> wrongCount(cells.size(), layouts));
    }
    if (cells.size() != columns.size()) {
      throw wrongCount(cells.size(), List.of(columns));
    }
    return parser.parse(new Row.Cells(columns, cells));
  }

  private static MalformedRecordException wrongCount(int found, List<List<String>> expected) {
    return new MalformedRecordException(
        "found "
            + FieldParsing.formatCount(found, "column")
            + ", expected "
            + String.join(
                " or ", expected.stream().map(layout -> String.join(", ", layout)).toList())
            + "; other columns must be named in the first line");
  }

  /** The rows of a CSV file. */
  private final class CsvSource implements Records.Source<Optional<T>> {
    private final CsvRows rows;
    private boolean started;

    CsvSource(Path file) {
      this.rows = new CsvRows(InputFileStream.open(file), ',');
    }

    @Override
    public Optional<Optional<T>> next() throws MalformedRecordException {
      Optional<List<String>> row = nextRow();
      return row.isEmpty() ? Optional.empty() : Optional.of(parse(row.get()));
    }

    private Optional<List<String>> nextRow() throws MalformedRecordException {
      Optional<List<String>> row = rows.next();
      boolean first = !started;
      started = true;
      return first && row.isPresent() && isHeader(row.get()) ? rows.next() : row;
    }

    private boolean isHeader(List<String> cells) {
      try {
        return takeHeader(cells.stream().map(String::strip).toList());
      } catch (MalformedRecordException e) {
        throw toFormatException(e.getMessage());
      }
    }

    @Override
    public FormatException toFormatException(String problem) {
      return new FormatException(rows.file(), rows.lineNumber(), problem);
    }

    @Override
    public double progress() {
      return rows.progress();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
