// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32;
import org.isogloss.data.parquet.CompactProtocolReader.Struct;

/**
 * Reads the entries of a column in a group of rows, page by page: values with their levels (Melnik
 * et al., VLDB 2010, section 4). One page and the dictionary are in memory.
 */
final class ColumnReader {
  private static final int MAX_PAGE_BYTES = 128 << 20;
  private static final int MAX_PAGE_ENTRIES = 1 << 24;
  private static final int HEADER_BYTES = 1 << 12;

  private static final int DATA_PAGE = 0;
  private static final int DICTIONARY_PAGE = 2;
  private static final int DATA_PAGE_V2 = 3;

  private final FileChannel file;
  private final SchemaNode column;
  private final PageMemory memory;
  private final Codec codec;
  private final long end;
  private long position;
  private long left;
  private int leftInPage;
  private long pageBytes;
  private Object[] dictionary = {};
  private RunLengthDecoder repetitions;
  private RunLengthDecoder definitions;
  private Values values;

  private int repetition;
  private int definition;
  private Object value;

  /**
   * Opens a column and moves to its first entry.
   *
   * @param chunk the description of the column in a group of rows
   * @param memory that of all columns
   */
  ColumnReader(FileChannel file, SchemaNode column, Struct chunk, PageMemory memory)
      throws IOException {
    this.file = file;
    this.column = column;
    this.memory = memory;
    Struct description = chunk.requireStruct(3);
    if (chunk.has(8)) {
      throw new IOException("a column is encrypted, which is not supported");
    }
    this.codec = Codec.of(description.number(4).orElse(-1L));
    this.left = description.requireOffset(5);
    long dictionaryAt = description.number(11).filter(offset -> offset > 0).orElse(Long.MAX_VALUE);
    this.position = Math.min(description.requireOffset(9), dictionaryAt);
    this.end = Math.min(file.size(), Math.addExact(position, description.requireOffset(7)));
    advance();
  }

  /** The level of repetition of the current entry; 0 after the last one. */
  int repetition() {
    return repetition;
  }

  /** The level of definition of the current entry; -1 after the last one. */
  int definition() {
    return definition;
  }

  /** The value of the current entry, if its definition is the full one of the column. */
  Object value() {
    return value;
  }

  /** Moves to the next entry. */
  void advance() throws IOException {
    if (left == 0) {
      repetition = 0;
      definition = -1;
      value = null;
      return;
    }
    while (leftInPage == 0) {
      readPage();
    }
    left--;
    leftInPage--;
    repetition = repetitions == null ? 0 : repetitions.next();
    definition = definitions == null ? 0 : definitions.next();
    value = definition == column.definitionLevel() ? values.next() : null;
  }

  private void readPage() throws IOException {
    Struct header = readHeader();
    int compressed = header.requireSize(3);
    int length = header.requireSize(2);
    if (compressed > end - position || length > MAX_PAGE_BYTES) {
      throw new IOException(
          "a page has "
              + length
              + " bytes, expected at most "
              + MAX_PAGE_BYTES
              + " that are in the file");
    }
    reserve(length);
    byte[] page = new byte[compressed];
    readFully(ByteBuffer.wrap(page), position);
    position += compressed;
    requireChecksum(header, page);
    switch ((int) (long) header.number(1).orElse(-1L)) {
      case DATA_PAGE -> readDataPage(header.requireStruct(5), codec.decompress(page, length));
      case DATA_PAGE_V2 -> readDataPageV2(header.requireStruct(8), page, length);
      case DICTIONARY_PAGE -> {
        int count = header.requireStruct(7).requireSize(1);
        memory.reserve(length + (long) PageMemory.DICTIONARY_VALUE * count);
        dictionary =
            Values.dictionary(
                littleEndian(codec.decompress(page, length)), column.type().orElseThrow(), count);
      }
      default -> {
        // A page of an index, which is not needed.
      }
    }
  }

  /** Replaces the memory of the previous page. */
  private void reserve(long bytes) throws IOException {
    memory.release(pageBytes);
    pageBytes = bytes;
    memory.reserve(bytes);
  }

  /** Reads the header of a page, whose length is not known in advance. */
  private Struct readHeader() throws IOException {
    for (int size = HEADER_BYTES; ; size *= 2) {
      int available = (int) Math.min(size, end - position);
      ByteBuffer bytes = ByteBuffer.allocate(available);
      readFully(bytes, position);
      bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
      try {
        Struct header = new CompactProtocolReader(bytes).struct();
        position += bytes.position();
        return header;
      } catch (BufferUnderflowException e) {
        if (available < size) {
          throw new IOException("a column ends before its last page", e);
        }
      }
    }
  }

  private void readFully(ByteBuffer bytes, long from) throws IOException {
    long at = from;
    while (bytes.hasRemaining()) {
      int read = file.read(bytes, at);
      if (read < 0) {
        throw new IOException("the file ends inside of a page");
      }
      at += read;
    }
  }

  private static void requireChecksum(Struct header, byte[] page) throws IOException {
    if (header.has(4)) {
      CRC32 checksum = new CRC32();
      checksum.update(page);
      if ((int) checksum.getValue() != header.number(4).orElseThrow().intValue()) {
        throw new IOException("the checksum of a page does not match its content");
      }
    }
  }

  private void readDataPage(Struct header, byte[] page) throws IOException {
    ByteBuffer bytes = littleEndian(page);
    begin(header);
    repetitions = column.repetitionLevel() == 0 ? null : levels(bytes, column.repetitionLevel());
    definitions = column.definitionLevel() == 0 ? null : levels(bytes, column.definitionLevel());
    readValues(header.requireSize(2), bytes);
  }

  private static RunLengthDecoder levels(ByteBuffer page, int maximum) throws IOException {
    return levels(page, page.getInt(), maximum);
  }

  private static RunLengthDecoder levels(ByteBuffer page, int length, int maximum)
      throws IOException {
    if (length < 0 || length > page.remaining()) {
      throw new IOException("a page is shorter than its levels");
    }
    ByteBuffer levels = page.slice(page.position(), length);
    page.position(page.position() + length);
    return new RunLengthDecoder(levels, Integer.SIZE - Integer.numberOfLeadingZeros(maximum));
  }

  /** Levels precede the values without compression. */
  private void readDataPageV2(Struct header, byte[] page, int length) throws IOException {
    int repetitionBytes = header.requireSize(6);
    int definitionBytes = header.requireSize(5);
    ByteBuffer bytes = littleEndian(page);
    begin(header);
    RunLengthDecoder repeated = levels(bytes, repetitionBytes, column.repetitionLevel());
    RunLengthDecoder defined = levels(bytes, definitionBytes, column.definitionLevel());
    repetitions = column.repetitionLevel() == 0 ? null : repeated;
    definitions = column.definitionLevel() == 0 ? null : defined;
    byte[] rest = new byte[bytes.remaining()];
    bytes.get(rest);
    // A page of nulls may have no values at all, not even compressed ones.
    boolean isCompressed = header.flag(7, true) && rest.length > 0;
    int valueBytes = length - repetitionBytes - definitionBytes;
    readValues(
        header.requireSize(4),
        littleEndian(isCompressed ? codec.decompress(rest, valueBytes) : rest));
  }

  private void begin(Struct header) throws IOException {
    leftInPage = header.requireSize(1);
    if (leftInPage > MAX_PAGE_ENTRIES || leftInPage > left) {
      throw new IOException(
          "a page has " + leftInPage + " entries, expected at most those of its column");
    }
  }

  private void readValues(int encoding, ByteBuffer bytes) throws IOException {
    reserve(bytes.capacity() + (long) Values.decodedBytes(encoding) * leftInPage);
    values =
        bytes.hasRemaining()
            ? Values.of(encoding, bytes, column.type().orElseThrow(), dictionary, leftInPage)
            : () -> {
              throw new IOException("a page has no values");
            };
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
