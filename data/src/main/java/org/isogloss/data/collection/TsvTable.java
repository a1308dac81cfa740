// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordReader;
import org.isogloss.data.parse.FieldParsing;

/**
 * A TSV table with the columns id and text, or with the columns that its header names, or with
 * those of MS MARCO's documents.
 */
public final class TsvTable {
  private static final String SEPARATOR = " TAB ";

  /** The columns of MS MARCO's documents, version 1. */
  private static final List<String> MS_MARCO_COLUMNS = List.of("id", "url", "title", "body");

  private final FieldNames names;
  private TableColumns columns;

  private TsvTable(FieldNames names) {
    this.names = names;
    this.columns =
        new TableColumns(names, List.of(names.id().getFirst(), names.text().getFirst()), SEPARATOR);
  }

  static <T> Records<T> read(
      Path file, FieldNames names, OnError onError, TableColumns.RowParser<T> rowParser) {
    TsvTable table = new TsvTable(names);
    return LineRecordReader.read(
        file,
        onError,
        table::takeHeader,
        line -> rowParser.parse(table.columns.row(Arrays.asList(FieldParsing.splitColumns(line)))));
  }

  /**
   * Sets the columns of the fields if the line is a header.
   *
   * @throws MalformedRecordException if the header names a column twice
   */
  private boolean takeHeader(String line) throws MalformedRecordException {
    List<String> header = headerColumns(line);
    if (isHeader(line, names)) {
      columns = new TableColumns(names, header, SEPARATOR);
      columns.requireDistinct();
      return true;
    }
    if (names.id().stream().anyMatch(name -> name.equalsIgnoreCase(header.getFirst()))) {
      throw new MalformedRecordException(
          "the header "
              + Excerpt.quote(line)
              + " names an id, but no text, expected a column "
              + names.text().getFirst()
              + ": rename the column of the text, or specify its name");
    }
    if (isMsMarcoDocument(header) && TableColumns.hasIdAndTextOrTitle(MS_MARCO_COLUMNS, names)) {
      columns = new TableColumns(names, MS_MARCO_COLUMNS, SEPARATOR);
    }
    return false;
  }

  /** Whether a row is one of MS MARCO's documents, which have no header. */
  public static boolean isMsMarcoDocument(String line) {
    return isMsMarcoDocument(headerColumns(line));
  }

  private static boolean isMsMarcoDocument(List<String> cells) {
    return cells.size() == MS_MARCO_COLUMNS.size()
        && (cells.get(1).startsWith("http://") || cells.get(1).startsWith("https://"));
  }

  /** Whether a line names the columns of id, and text or title, and is therefore a header. */
  public static boolean isHeader(String line, FieldNames names) {
    return TableColumns.hasIdAndTextOrTitle(headerColumns(line), names);
  }

  private static List<String> headerColumns(String line) {
    return Arrays.stream(FieldParsing.splitColumns(line)).map(String::strip).toList();
  }
}
