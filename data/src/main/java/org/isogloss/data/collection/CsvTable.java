// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.parse.CsvRows;
import org.isogloss.data.parse.FieldParsing;

/**
 * A CSV table (RFC 4180) with the columns that its header names. The separator is a comma, a
 * semicolon or a tab: the one with which the header names an id, and a text or a title.
 *
 * @param <T> the type of a record
 */
public final class CsvTable<T> implements Records.Source<T> {
  private static final List<Character> SEPARATORS = List.of(',', ';', '\t');

  private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"]|\"\")*+\"");

  private final CsvRows rows;
  private final TableColumns columns;
  private final TableColumns.RowParser<T> parser;

  private CsvTable(Path file, FieldNames names, TableColumns.RowParser<T> parser) {
    this.parser = parser;
    InputFileStream in = InputFileStream.open(file);
    List<String> lines = new String(in.peek(1 << 16), StandardCharsets.UTF_8).lines().toList();
    long blank = lines.stream().takeWhile(String::isBlank).count();
    String head = lines.stream().skip(blank).findFirst().orElse("");
    Optional<Character> separator = separator(head, names);
    this.rows = new CsvRows(in, separator.orElse(SEPARATORS.getFirst()));
    try {
      if (separator.isEmpty()) {
        throw noHeader(file, blank + 1, head, names);
      }
      List<String> header = rows.next().orElse(List.of()).stream().map(String::strip).toList();
      this.columns =
          new TableColumns(
              names, header, separator.get() == '\t' ? " TAB " : separator.get() + " ");
      columns.requireDistinct();
    } catch (MalformedRecordException e) {
      close();
      throw new FormatException(file, rows.lineNumber(), e.getMessage());
    } catch (FormatException e) {
      close();
      throw e;
    }
  }

  static <T> Records<T> read(
      Path file, FieldNames names, OnError onError, TableColumns.RowParser<T> parser) {
    return new Records<>(new CsvTable<>(file, names, parser), onError);
  }

  /**
   * Whether the first line of a file is a header with an id, and a text or title, with quotes or
   * commas.
   */
  public static boolean isHeader(String line, FieldNames names) {
    return (line.contains(",") || line.contains(";") || line.contains("\""))
        && separator(line, names).isPresent();
  }

  /**
   * Whether lines that are separated by tabs are CSV, as Python's {@code csv} and pandas write it,
   * rather than TSV without quoting: if all cells that begin with a quotation mark are quoted as in
   * CSV, and at least one has a quotation mark that is therefore doubled.
   */
  public static boolean isQuoted(List<String> lines) {
    boolean anyDoubled = false;
    for (String line : lines) {
      for (String cell : FieldParsing.splitColumns(line)) {
        if (cell.startsWith("\"")) {
          if (!QUOTED.matcher(cell).matches()) {
            return false;
          }
          anyDoubled |= cell.indexOf("\"\"", 1) > 0 && cell.length() > 3;
        }
      }
    }
    return anyDoubled;
  }

  private static Optional<Character> separator(String line, FieldNames names) {
    return SEPARATORS.stream()
        .filter(separator -> TableColumns.hasIdAndTextOrTitle(columns(line, separator), names))
        .findFirst();
  }

  private static List<String> columns(String line, char separator) {
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder().fieldSeparator(separator).ofCsvRecord(line)) {
      return reader.stream()
          .findFirst()
          .map(record -> record.getFields().stream().map(String::strip).toList())
          .orElse(List.of());
    } catch (CsvParseException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FormatException noHeader(Path file, long line, String head, FieldNames names) {
    return new FormatException(
        file,
        line,
        "the header "
            + Excerpt.quote(head)
            + " does not name an id (such as "
            + names.id().getFirst()
            + ") and a text ("
            + names.text().getFirst()
            + (names.titleSuffices() ? ") or title" : ")")
            + ", separated by commas, semicolons or tabs: rename the columns, or specify their"
            + " names");
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    Optional<List<String>> row = rows.next();
    return row.isEmpty() ? Optional.empty() : Optional.of(parser.parse(columns.row(row.get())));
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
