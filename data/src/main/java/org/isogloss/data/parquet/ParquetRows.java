// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.FormatException;
import org.isogloss.data.InputPaths;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.parquet.CompactProtocolReader.Struct;
import org.isogloss.data.parse.ObjectParser;

/**
 * Reads the rows of a Parquet file (parquet.apache.org, version 2 of the format) as JSON objects. A
 * date or time is a string in the form of ISO 8601, a map an object, a number that is infinite or
 * not a number null. Binary values, and lists of floating-point numbers, which are vectors, are
 * left out. Pages are uncompressed, or compressed with Snappy, gzip or Zstandard.
 *
 * @param <T> the type of a record
 */
public final class ParquetRows<T> implements Records.Source<T> {
  private static final String MAGIC = "PAR1";
  private static final String ENCRYPTED_MAGIC = "PARE";

  /** Length of the footer and the magic number, which end a file. */
  private static final int TAIL = Integer.BYTES + MAGIC.length();

  /** The first byte of a page, or of a footer: the header of a field 1 that is an integer. */
  private static final byte FIRST_FIELD = 0x15;

  private static final int MAX_FOOTER_BYTES = 32 << 20;

  private final Path path;
  private final ObjectParser<T> parser;
  private final FileChannel file;
  private final SchemaNode root;
  private final List<?> groups;
  private final long total;
  private int opened;
  private RowGroupReader group;
  private long leftInGroup;
  private long row;

  /**
   * Opens a file.
   *
   * @throws FormatException if it is not a complete Parquet file
   */
  public ParquetRows(Path path, ObjectParser<T> parser) {
    this.path = path;
    this.parser = parser;
    FileChannel opening = open(path);
    try {
      Struct footer = footer(opening);
      this.file = opening;
      this.root = SchemaNode.root(footer.list(2));
      this.groups = footer.list(4);
      this.total = Math.max(1, footer.requireOffset(3));
    } catch (IOException | RuntimeException e) {
      closeQuietly(opening, e);
      throw damaged(e);
    }
  }

  /** Whether a path is a file that begins as Parquet does. */
  public static boolean isParquet(Path path) {
    if (InputPaths.isReadOnce(path) || !Files.isRegularFile(path)) {
      return false;
    }
    try (FileChannel file = FileChannel.open(path)) {
      String magic = text(file, 0);
      if (!magic.equals(MAGIC) && !magic.equals(ENCRYPTED_MAGIC)) {
        return false; // Most files.
      }
      // A text may begin with these letters too.
      ByteBuffer next = bytes(file, MAGIC.length(), 1);
      return (next.hasRemaining() && next.get() == FIRST_FIELD)
          || text(file, file.size() - MAGIC.length()).equals(magic);
    } catch (IOException e) {
      return false; // Opening the file as another format reports the problem.
    }
  }

  /** The names of the columns, and of the groups of columns, of a file. */
  public static List<String> columns(Path path) {
    try (ParquetRows<ObjectNode> rows = new ParquetRows<>(path, row -> row)) {
      return rows.root.children().stream().map(SchemaNode::name).toList();
    }
  }

  private static FileChannel open(Path path) {
    try {
      return FileChannel.open(path);
    } catch (IOException e) {
      throw new FormatException(path, 0, FileErrors.readFailure(path, e));
    }
  }

  private static Struct footer(FileChannel file) throws IOException {
    long size = file.size();
    String magic = size < TAIL ? "" : text(file, size - MAGIC.length());
    if (magic.equals(ENCRYPTED_MAGIC)) {
      throw new IOException("it is encrypted, which is not supported");
    }
    if (!magic.equals(MAGIC)) {
      throw new IOException("its end is missing");
    }
    int length = bytes(file, size - TAIL, Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (length < 0 || length > size - TAIL - MAGIC.length() || length > MAX_FOOTER_BYTES) {
      throw new IOException("its description has the length " + length);
    }
    Struct footer =
        new CompactProtocolReader(
                bytes(file, size - TAIL - length, length).order(ByteOrder.LITTLE_ENDIAN))
            .struct();
    if (footer.has(8)) {
      throw new IOException("it is encrypted, which is not supported");
    }
    return footer;
  }

  private static String text(FileChannel file, long from) throws IOException {
    return StandardCharsets.ISO_8859_1.decode(bytes(file, from, MAGIC.length())).toString();
  }

  private static ByteBuffer bytes(FileChannel file, long from, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
      // The next read continues.
    }
    return bytes.flip();
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    ObjectNode object;
    try {
      while (leftInGroup == 0) {
        if (opened == groups.size()) {
          return Optional.empty();
        }
        Struct next = (Struct) groups.get(opened++);
        leftInGroup = next.requireOffset(3);
        group = leftInGroup == 0 ? null : new RowGroupReader(file, root, next);
      }
      leftInGroup--;
      row++;
      object = group.next();
    } catch (IOException | RuntimeException e) {
      // Damaged data leads to any index or length.
      throw damaged(e);
    }
    if (group.problem().isPresent()) {
      throw new MalformedRecordException(group.problem().get());
    }
    return Optional.of(parser.parse(object));
  }

  private FormatException damaged(Exception e) {
    String reason = e instanceof IOException ? " (" + e.getMessage() + ")" : "";
    return new FormatException(
        path,
        0,
        "the Parquet file is truncated, damaged or not supported"
            + reason
            + (row > 1 ? "; the rows before row " + row + " are valid" : "")
            + ": get a complete copy, or export it as JSONL");
  }

  private static void closeQuietly(FileChannel file, Exception reason) {
    try {
      file.close();
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(path, 0, "row " + row + ": " + problem);
  }

  @Override
  public double progress() {
    return Math.min(1, (double) row / total);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
