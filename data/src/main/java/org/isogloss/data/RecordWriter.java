package org.isogloss.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.IsoglossException;

/**
 * Writes records to a file, a line each, as gzip where the file's name ends in {@code .gz}. The
 * file appears under its name all at once, on {@link #commit}; until then, and where the writer is
 * closed without it, whatever stood there before stands there still. Missing parent folders are
 * made. Not for use by several threads at once.
 *
 * <pre>{@code
 * try (RecordWriter<Document> writer = JsonlDocuments.writer(file)) {
 *   writer.write(document);
 *   writer.commit();
 * }
 * }</pre>
 *
 * @param <T> what a record is
 */
public final class RecordWriter<T> implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  /**
   * Writes one record as a line.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  interface Format<T> {
    /** Appends the line that stands for a record, without its end. */
    void append(T record, StringBuilder line);
  }

  private final Path file;
  private final Path temporary;
  private final Writer out;
  private final Format<T> format;
  private final StringBuilder line = new StringBuilder();
  private boolean open = true;
  private long written;

  private RecordWriter(Path file, Path temporary, Writer out, Format<T> format) {
    this.file = file;
    this.temporary = temporary;
    this.out = out;
    this.format = format;
  }

  static <T> RecordWriter<T> open(Path file, Format<T> format) {
    if (Files.isDirectory(file)) {
      throw new IsoglossException(file + ": is a folder, expected the name of a file to write");
    }
    Path target = file.toAbsolutePath();
    String suffix = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path temporary = target.resolveSibling("." + target.getFileName() + "." + suffix + ".tmp");
    try {
      Files.createDirectories(target.getParent());
      OutputStream bytes = Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW);
      boolean gzip = file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".gz");
      bytes = gzip ? new GZIPOutputStream(bytes, CHUNK) : new BufferedOutputStream(bytes, CHUNK);
      Writer out =
          new OutputStreamWriter(
              bytes,
              StandardCharsets.UTF_8
                  .newEncoder()
                  .onMalformedInput(CodingErrorAction.REPORT)
                  .onUnmappableCharacter(CodingErrorAction.REPORT));
      return new RecordWriter<>(target, temporary, out, format);
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** Opens a file whose first line is {@code header}. */
  static <T> RecordWriter<T> open(Path file, String header, Format<T> format) {
    RecordWriter<T> writer = open(file, format);
    try {
      writer.out.append(header).append('\n');
      return writer;
    } catch (IOException e) {
      writer.close();
      throw failed(file, e);
    }
  }

  /**
   * Writes a record.
   *
   * @throws IsoglossException if the format cannot hold it or the disk does not take it
   */
  public void write(T record) {
    if (!open) {
      throw new IllegalStateException(file + " is committed or closed");
    }
    line.setLength(0);
    format.append(record, line);
    try {
      out.append(line.append('\n'));
      written++;
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  /** How many records were written. */
  public long written() {
    return written;
  }

  /**
   * Writes all of these and commits.
   *
   * @return how many records the file holds
   */
  public long writeAll(Iterator<? extends T> records) {
    while (records.hasNext()) {
      write(records.next());
    }
    commit();
    return written;
  }

  /** Brings the file into its place, on the disk for good. Nothing can be written afterwards. */
  public void commit() {
    if (!open) {
      throw new IllegalStateException(file + " is committed or closed");
    }
    try {
      out.close();
      try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      move();
      open = false;
    } catch (IOException e) {
      throw failed(file, e);
    }
  }

  private void move() throws IOException {
    try {
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static IsoglossException failed(Path file, IOException e) {
    String problem =
        e instanceof CharacterCodingException
            ? "holds half a surrogate pair, which is no character: mend the text"
            : "cannot be written: " + e.getMessage();
    return new IsoglossException(file + ": " + problem, e);
  }

  /** Throws away what was not committed. */
  @Override
  public void close() {
    if (!open) {
      return;
    }
    open = false;
    try {
      out.close();
    } catch (IOException e) {
      // What could not be written is thrown away below; the failure was reported by write().
    }
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
