// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parse;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.io.Utf8LineReader;

/**
 * The rows of a CSV file (RFC 4180) in UTF-8, in order. A cell in quotation marks may contain
 * separators, line ends and doubled quotation marks. Empty lines are skipped; rows may have
 * different numbers of cells.
 */
public final class CsvRows implements Closeable {
  private final InputFileStream in;
  private final CloseableIterator<CsvRecord> rows;
  private long line = 1;

  /**
   * Creates a reader.
   *
   * @param in the file, which {@link #close} closes
   */
  public CsvRows(InputFileStream in, char separator) {
    this.in = in;
    this.rows =
        CsvReader.builder()
            .fieldSeparator(separator)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .maxBufferSize(Utf8LineReader.MAX_LINE_BYTES)
            .ofCsvRecord(
                new InputStreamReader(
                    in,
                    StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT)))
            .iterator();
  }

  /**
   * Reads the next row.
   *
   * @return its cells; empty at the end
   * @throws MalformedRecordException if a cell contains a NUL; later rows can still be read
   * @throws FormatException if the file cannot be read any further
   */
  public Optional<List<String>> next() throws MalformedRecordException {
    try {
      if (!rows.hasNext()) {
        return Optional.empty();
      }
      CsvRecord row = rows.next();
      line = row.getStartingLineNumber();
      if (row.getFields().stream().anyMatch(cell -> cell.indexOf('\0') >= 0)) {
        throw new MalformedRecordException(
            "contains a NUL character: expected text, found binary data or UTF-16");
      }
      return Optional.of(row.getFields());
    } catch (CsvParseException e) {
      throw new FormatException(in.file(), line, "is not CSV after this line: " + e.getMessage());
    } catch (UncheckedIOException e) {
      throw in.readFailure(line, e.getCause());
    }
  }

  /** The number, from 1, of the line in which the last row begins. */
  public long lineNumber() {
    return line;
  }

  /** The share of the file that has been read, from 0 to 1, in bytes on the disk. */
  public double progress() {
    return in.progress();
  }

  public Path file() {
    return in.file();
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw in.readFailure(line, e);
    }
  }
}
