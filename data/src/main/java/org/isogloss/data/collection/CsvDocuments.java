// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.collection;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.io.InputFileStream;
import org.isogloss.data.io.Utf8LineReader;

/**
 * Documents as CSV (RFC 4180): a header names the columns {@code id}, {@code title}, {@code text},
 * {@code language} in any order, and others, whose cells are strings of the {@link Metadata}. A
 * cell in quotation marks may contain separators, line ends and doubled quotation marks. The
 * separator is a comma, a semicolon or a tab: the one with which the header names an id, and a text
 * or a title.
 */
public final class CsvDocuments {
  private static final List<Character> SEPARATORS = List.of(',', ';', '\t');

  private CsvDocuments() {}

  /** Reads documents with the field names of {@link FieldNames#DOCUMENTS}. */
  public static Records<Document> read(Path file, OnError onError) {
    return read(file, FieldNames.DOCUMENTS, Language.UNDETERMINED, onError);
  }

  /**
   * Reads documents.
   *
   * @param names column names, ignoring case
   * @param defaultLanguage the language of documents that do not declare theirs
   */
  public static Records<Document> read(
      Path file, FieldNames names, Language defaultLanguage, OnError onError) {
    return new Records<>(new Rows(file, names, defaultLanguage), onError);
  }

  /** Whether the first line of a file is a header of documents, with quotes or commas. */
  public static boolean isHeader(String line, FieldNames names) {
    return (line.contains(",") || line.contains(";") || line.contains("\""))
        && separator(line, names).isPresent();
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

  /** Reads the rows one after another. */
  private static final class Rows implements Records.Source<Document> {
    private final InputFileStream in;
    private final Language defaultLanguage;
    private final CloseableIterator<CsvRecord> rows;
    private final TableColumns columns;
    private long line = 1;

    Rows(Path file, FieldNames names, Language defaultLanguage) {
      this.in = InputFileStream.open(file);
      this.defaultLanguage = defaultLanguage;
      String head = firstLine();
      char separator = separator(head, names).orElseThrow(() -> noHeader(file, head, names));
      this.rows =
          CsvReader.builder()
              .fieldSeparator(separator)
              .allowExtraFields(true)
              .allowMissingFields(true)
              .maxBufferSize(Utf8LineReader.MAX_LINE_BYTES)
              .ofCsvRecord(
                  new InputStreamReader(
                      in,
                      StandardCharsets.UTF_8
                          .newDecoder()
                          .onMalformedInput(CodingErrorAction.REPORT)
                          .onUnmappableCharacter(CodingErrorAction.REPORT)))
              .iterator();
      try {
        List<String> header = read().getFields().stream().map(String::strip).toList();
        this.columns =
            new TableColumns(names, header, separator == '\t' ? " TAB " : separator + " ");
        columns.requireDistinct();
      } catch (MalformedRecordException e) {
        close();
        throw new FormatException(file, 1, e.getMessage());
      } catch (FormatException e) {
        close();
        throw e;
      }
    }

    /** Returns the next row; null at the end. */
    private CsvRecord read() {
      try {
        return rows.hasNext() ? rows.next() : null;
      } catch (CsvParseException e) {
        throw new FormatException(in.file(), line, "is not CSV after this line: " + e.getMessage());
      } catch (UncheckedIOException e) {
        throw in.readFailure(line, e.getCause());
      }
    }

    private String firstLine() {
      String head = new String(in.peek(1 << 16), StandardCharsets.UTF_8);
      return head.lines().filter(one -> !one.isBlank()).findFirst().orElse("");
    }

    private FormatException noHeader(Path file, String head, FieldNames names) {
      close();
      return new FormatException(
          file,
          1,
          "the header "
              + Excerpt.quote(head)
              + " does not name an id ("
              + String.join(", ", names.id())
              + ") and a text ("
              + String.join(", ", names.text())
              + ") or title, separated by commas, semicolons or tabs: rename the columns");
    }

    @Override
    public Optional<Document> next() throws MalformedRecordException {
      CsvRecord row = read();
      if (row == null) {
        return Optional.empty();
      }
      line = row.getStartingLineNumber();
      return Optional.of(columns.row(row.getFields()).toDocument(defaultLanguage));
    }

    @Override
    public FormatException toFormatException(String problem) {
      return new FormatException(in.file(), line, problem);
    }

    @Override
    public double progress() {
      return in.progress();
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
}
