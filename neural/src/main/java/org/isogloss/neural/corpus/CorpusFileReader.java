// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;

/**
 * Reads files that {@link CorpusFileWriter} writes. Lengths are checked against the remaining size
 * of the file, so that a damaged file never requests more memory than it has bytes.
 */
public final class CorpusFileReader implements AutoCloseable {
  private static final int BUFFER = 1 << 20;

  private final Path file;
  private final CheckedInputStream checked;
  private final DataInputStream in;
  private long remainingBytes;

  /**
   * Opens a file.
   *
   * @throws IsoglossException if it cannot be read, or has another magic number or version
   */
  public CorpusFileReader(Path file, int magic, int version) {
    this.file = file;
    try {
      this.remainingBytes = Files.size(file);
      this.checked =
          new CheckedInputStream(
              new BufferedInputStream(Files.newInputStream(file), BUFFER), new CRC32C());
      this.in = new DataInputStream(checked);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
    if (remainingBytes < 2 * Integer.BYTES || readInt() != magic || readInt() != version) {
      close();
      throw new IsoglossException(
          file + ": not a corpus file of this version; delete it to create it again");
    }
  }

  /** An operation that reads from the file. */
  @FunctionalInterface
  private interface ReadOperation<T> {
    T read() throws IOException;
  }

  private <T> T read(long bytes, ReadOperation<T> operation) {
    if (bytes > remainingBytes) {
      throw damaged("unexpected end of file");
    }
    remainingBytes -= bytes;
    try {
      return operation.read();
    } catch (EOFException e) {
      throw damaged("unexpected end of file");
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /** Reads a 32-bit number. */
  public int readInt() {
    return read(Integer.BYTES, in::readInt);
  }

  /**
   * Reads the length of a list.
   *
   * @param elementBytes size of an element in bytes, or the minimum size
   */
  public int readLength(int elementBytes) {
    int length = readInt();
    if (length < 0 || (long) length * elementBytes > remainingBytes) {
      throw damaged("found a list of " + length + " with " + remainingBytes + " bytes left");
    }
    return length;
  }

  /** Reads a text. */
  public String readText() {
    int length = readLength(1);
    byte[] utf8 = read(length, () -> in.readNBytes(length));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw damaged("a text is not UTF-8");
    }
  }

  /** Reads a list of 64-bit numbers. */
  public long[] readLongs() {
    long[] values = new long[readLength(Long.BYTES)];
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    for (int from = 0; from < values.length; ) {
      int count = Math.min(values.length - from, BUFFER / Long.BYTES);
      int bytes = count * Long.BYTES;
      read(bytes, () -> in.readNBytes(buffer.array(), 0, bytes));
      buffer.clear().asLongBuffer().get(values, from, count);
      from += count;
    }
    return values;
  }

  /**
   * Reads a list of indices.
   *
   * @param bound exclusive upper bound of the values
   */
  public int[] readInts(int bound) {
    int[] values = new int[readLength(Integer.BYTES)];
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    for (int from = 0; from < values.length; ) {
      int count = Math.min(values.length - from, BUFFER / Integer.BYTES);
      int bytes = count * Integer.BYTES;
      read(bytes, () -> in.readNBytes(buffer.array(), 0, bytes));
      buffer.clear().asIntBuffer().get(values, from, count);
      from += count;
    }
    for (int value : values) {
      if (value < 0 || value >= bound) {
        throw damaged("found the number " + value + ", expected 0 to " + (bound - 1));
      }
    }
    return values;
  }

  /**
   * Reads groups of sentence pairs.
   *
   * @param sentences number of sentences in the corpus
   */
  public List<PairGroup> readGroups(int sentences) {
    List<PairGroup> groups = new ArrayList<>();
    for (int count = readLength(4 * Integer.BYTES); count > 0; count--) {
      String kind = readText();
      String name = readText();
      int[] source = readInts(sentences);
      int[] target = readInts(sentences);
      if (source.length != target.length) {
        throw damaged(
            "found " + source.length + " left sides for " + target.length + " right sides");
      }
      groups.add(new PairGroup(kind, name, source, target));
    }
    return List.copyOf(groups);
  }

  /** Verifies the checksum, and that the file ends after it. */
  public void verifyEnd() {
    int expected = (int) checked.getChecksum().getValue();
    if (readInt() != expected) {
      throw damaged("wrong checksum");
    }
    if (remainingBytes > 0) {
      throw damaged(remainingBytes + " bytes follow the checksum");
    }
  }

  /** Returns the exception for a damaged file. */
  public IsoglossException damaged(String problem) {
    return new IsoglossException(
        file + ": is damaged: " + problem + "; delete it to create it again");
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }
}
