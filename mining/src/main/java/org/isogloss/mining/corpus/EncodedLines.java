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
 * The lines of a file that can be mined, each once, with their vectors. They lie in a folder:
 *
 * <ul>
 *   <li>{@code vectors}: {@code int8[n, dimension]}
 *   <li>{@code texts}: the lines without white space at their ends, in UTF-8, one after the other
 *   <li>{@code lines}: for each line two big-endian longs, its number in the file, from 1, and
 *       where its text ends
 *   <li>{@code state.json}: how much of each of them is complete, with checksums; see {@link
 *       EncodingState}
 * </ul>
 *
 * Safe for many threads.
 */
public final class EncodedLines implements AutoCloseable {
  static final String VECTORS = "vectors";
  static final String TEXTS = "texts";
  static final String LINES = "lines";

  /** Of an entry of {@link #LINES}. */
  static final int ENTRY_BYTES = 2 * Long.BYTES;

  /** As many entries as can be mapped at once. */
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
   * Opens what was encoded, after comparing it with its checksums.
   *
   * @throws IsoglossException if a file is missing, damaged, or belongs to other lines
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

  /** How many lines there are. */
  public int size() {
    return vectors.size();
  }

  /** What became of all lines of the file. */
  public LineCounts counts() {
    return counts;
  }

  /** Their vectors, in the order of the lines. */
  public Int8Vectors vectors() {
    return vectors;
  }

  /**
   * The number that a line has in the file, from 1; of a repeated line the first.
   *
   * @param index from 0
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
          throw new IOException("it ends too early");
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
