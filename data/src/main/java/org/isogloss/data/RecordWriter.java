// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.OutputFile;

/**
 * Writes records to a file, one per line, compressed with gzip if the file name ends in {@code
 * .gz}. The file is an {@link OutputFile}: a regular file appears as a whole on {@link #commit}, or
 * not at all; the path {@code -} is standard output. Missing parent folders are created. Not
 * thread-safe.
 *
 * <pre>{@code
 * try (RecordWriter<Document> writer = JsonlDocuments.writer(file)) {
 *   writer.write(document);
 *   writer.commit();
 * }
 * }</pre>
 *
 * @param <T> the type of a record
 */
public final class RecordWriter<T> implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  /**
   * Formats a record as a line.
   *
   * @param <T> the type of a record
   */
  @FunctionalInterface
  public interface LineFormat<T> {
    /** Appends the line of a record, without a line end. */
    void append(T record, StringBuilder line);
  }

  private final Path file;
  private final OutputFile output;
  private final Writer out;
  private final LineFormat<T> format;
  private final StringBuilder line = new StringBuilder();
  private String footer = "";
  private boolean finished;
  private boolean open = true;
  private long writtenCount;

  private RecordWriter(Path file, OutputFile output, Writer out, LineFormat<T> format) {
    this.file = file;
    this.output = output;
    this.out = out;
    this.format = format;
  }

  public static <T> RecordWriter<T> open(Path file, LineFormat<T> format) {
    OutputFile.createParentFolders(file);
    OutputFile output = OutputFile.open(file);
    try {
      boolean gzip = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
      OutputStream bytes = gzip ? new GZIPOutputStream(output.stream(), CHUNK) : output.stream();
      Writer out =
          new OutputStreamWriter(
              bytes,
              StandardCharsets.UTF_8
                  .newEncoder()
                  .onMalformedInput(CodingErrorAction.REPORT)
                  .onUnmappableCharacter(CodingErrorAction.REPORT));
      return new RecordWriter<>(file, output, out, format);
    } catch (IOException e) {
      output.close();
      throw output.failure(e);
    }
  }

  /** Opens a file whose first line is {@code header}. */
  public static <T> RecordWriter<T> open(Path file, String header, LineFormat<T> format) {
    RecordWriter<T> writer = open(file, format);
    try {
      writer.out.append(header).append('\n');
      return writer;
    } catch (IOException e) {
      writer.close();
      throw writer.failure(e);
    }
  }

  /** Opens a file whose first lines are {@code header}, and whose last ones are {@code footer}. */
  public static <T> RecordWriter<T> open(
      Path file, String header, LineFormat<T> format, String footer) {
    RecordWriter<T> writer = open(file, header, format);
    writer.footer = footer + "\n";
    return writer;
  }

  /**
   * Writes a record.
   *
   * @throws IsoglossException if the format cannot represent the record, or the file cannot be
   *     written
   */
  public void write(T record) {
    requireOpen();
    line.setLength(0);
    format.append(record, line);
    try {
      out.append(line.append('\n'));
      writtenCount++;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Number of records written. */
  public long writtenCount() {
    return writtenCount;
  }

  /**
   * Writes all given records and commits the file.
   *
   * @return the number of records in the file
   */
  public long writeAllAndCommit(Iterator<? extends T> records) {
    while (records.hasNext()) {
      write(records.next());
    }
    commit();
    return writtenCount;
  }

  /**
   * Completes the file like {@link OutputFile#finish}; nothing can be written afterwards. The file
   * appears under its name on {@link #commit}.
   */
  public void finish() {
    requireOpen();
    if (finished) {
      return;
    }
    try {
      out.append(footer);
      out.close();
    } catch (IOException e) {
      throw failure(e);
    }
    output.finish();
    finished = true;
  }

  /** Completes the file and renames it to its final name. Nothing can be written afterwards. */
  public void commit() {
    finish();
    output.commit();
    open = false;
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(file + " is committed or closed");
    }
  }

  private IsoglossException failure(IOException e) {
    return e instanceof CharacterCodingException
        ? new IsoglossException(
            file + ": contains an unpaired surrogate, which is not a character: correct the text",
            e)
        : output.failure(e);
  }

  /** Closes the writer; without a commit, the output is discarded. */
  @Override
  public void close() {
    open = false;
    output.close();
  }
}
