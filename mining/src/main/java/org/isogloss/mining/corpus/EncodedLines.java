// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.mining.neighbour.Int8Vectors;

/**
 * The distinct lines of a file that can be mined, with their vectors. They are stored in a folder:
 *
 * <ul>
 *   <li>{@code vectors}: {@code int8[n, dimension]}
 *   <li>{@code texts}: the lines without leading and trailing white space, in UTF-8, concatenated
 *   <li>{@code lines}: two big-endian longs for each line: its number in the file, from 1, and the
 *       end offset of its text
 *   <li>{@code state.json}: the extent of the complete part of each file, with checksums; see
 *       {@code EncodingState}
 * </ul>
 *
 * This class is thread-safe.
 */
public final class EncodedLines implements AutoCloseable {
  static final String VECTORS = "vectors";
  static final String TEXTS = "texts";
  static final String LINES = "lines";

  /** Size of an entry of {@link #LINES} in bytes. */
  static final int ENTRY_BYTES = 2 * Long.BYTES;

  /** Maximum number of entries that a single memory mapping can contain. */
  static final int MAX_LINES = Integer.MAX_VALUE / ENTRY_BYTES;

  private final Int8Vectors vectors;
  private final LongBuffer lines;
  private final FileChannel texts;
  private final LineCounts counts;

  private EncodedLines(
      Int8Vectors vectors, LongBuffer lines, FileChannel texts, LineCounts counts) {
    this.vectors = vectors;
    this.lines = lines;
    this.texts = texts;
    this.counts = counts;
  }

  /**
   * Opens encoded lines after verifying their checksums.
   *
   * @throws IsoglossException if a file is missing, damaged or inconsistent with the state
   */
  static EncodedLines open(Path folder, EncodingState state, int dimension) {
    Path index = folder.resolve(LINES);
    int size = (int) state.counts().encoded();
    if (state.vectors().bytes() != (long) size * dimension) {
      throw FileExtent.damaged(
          folder.resolve(VECTORS),
          state.vectors().bytes() + " bytes",
          size + " vectors of " + dimension + " bytes");
    }
    state.vectors().verifyPrefixOf(folder.resolve(VECTORS));
    state.lines().verifyPrefixOf(index);
    state.texts().verifyPrefixOf(folder.resolve(TEXTS));
    Int8Vectors vectors = Int8Vectors.map(folder.resolve(VECTORS), size, dimension, state.step());
    try (FileChannel channel = FileChannel.open(index, StandardOpenOption.READ)) {
      LongBuffer lines =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, (long) size * ENTRY_BYTES).asLongBuffer();
      requireOrder(index, lines, state);
      FileChannel texts = FileChannel.open(folder.resolve(TEXTS), StandardOpenOption.READ);
      return new EncodedLines(vectors, lines, texts, state.counts());
    } catch (IOException e) {
      throw FileErrors.cannotRead(folder, e);
    }
  }

  private static void requireOrder(Path index, LongBuffer lines, EncodingState state) {
    long line = 0;
    long end = 0;
    for (int at = 0; at < lines.capacity(); at += 2) {
      boolean inOrder =
          lines.get(at) > line
              && lines.get(at) <= state.counts().lines()
              && lines.get(at + 1) >= end
              && lines.get(at + 1) - end <= Integer.MAX_VALUE
              && lines.get(at + 1) <= state.texts().bytes();
      if (!inOrder) {
        throw FileExtent.damaged(
            index,
            "line " + lines.get(at) + " with a text up to byte " + lines.get(at + 1),
            "a line after " + line + " with a text after byte " + end);
      }
      line = lines.get(at);
      end = lines.get(at + 1);
    }
  }

  /** Number of encoded lines. */
  public int size() {
    return vectors.size();
  }

  /** The counts of encoded and skipped lines of the file. */
  public LineCounts counts() {
    return counts;
  }

  /** The vectors in the order of the lines. */
  public Int8Vectors vectors() {
    return vectors;
  }

  /**
   * The number of a line in the file, from 1; for a repeated line, that of its first occurrence.
   *
   * @param index index of the encoded line, from 0
   */
  public long lineNumber(int index) {
    return lines.get(2 * index);
  }

  /** The text of a line. */
  public String text(int index) {
    long from = index == 0 ? 0 : lines.get(2 * index - 1);
    ByteBuffer bytes = ByteBuffer.allocate((int) (lines.get(2 * index + 1) - from));
    try {
      while (bytes.hasRemaining()) {
        if (texts.read(bytes, from + bytes.position()) < 0) {
          throw new IOException("unexpected end of file");
        }
      }
      return new String(bytes.array(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IsoglossException(
          "the texts of mined lines cannot be read: " + FileErrors.describe(e), e);
    }
  }

  @Override
  public void close() {
    try {
      texts.close();
    } catch (IOException e) {
      throw new IsoglossException("the texts of mined lines cannot be closed: " + e, e);
    }
  }
}
