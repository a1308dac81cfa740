// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.wordvector;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.data.FormatException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.vector.FastTextVectors;
import org.isogloss.data.vector.WordVector;

/**
 * The words of one language and their vectors, in memory. Words are in the order of the file from
 * which they were read, usually the most frequent one first. Immutable and thread-safe, provided
 * that the caller does not modify {@link #values}.
 */
public final class WordVectors {
  private static final int ENCODED_TOGETHER = 1 << 10;

  private final List<String> words;
  private final int dimension;
  private final float[] values;
  private final Map<String, Integer> rows;

  private WordVectors(List<String> words, int dimension, float[] values) {
    this.words = List.copyOf(words);
    this.dimension = dimension;
    this.values = values;
    this.rows = HashMap.newHashMap(words.size());
    for (int row = 0; row < words.size(); row++) {
      rows.put(words.get(row), row);
    }
  }

  /**
   * Returns the vectors of some words.
   *
   * @param words distinct words
   * @param dimension 1 or more
   * @param values {@code [words.size(), dimension]}, in row-major order; not copied
   */
  public static WordVectors of(List<String> words, int dimension, float[] values) {
    if (dimension < 1) {
      throw new IllegalArgumentException("dimension is " + dimension + ", expected 1 or more");
    }
    if (requireNonNull(values, "values is null").length != (long) words.size() * dimension) {
      throw new IllegalArgumentException(
          "there are "
              + values.length
              + " values, expected "
              + (long) words.size() * dimension
              + ": "
              + words.size()
              + " words of dimension "
              + dimension);
    }
    WordVectors vectors = new WordVectors(words, dimension, values);
    if (vectors.rows.size() != words.size()) {
      throw new IllegalArgumentException(
          words.size() - vectors.rows.size() + " words occur more than once");
    }
    return vectors;
  }

  /**
   * Encodes words, each on its own as a passage. The vectors of a multilingual encoder are those of
   * one space.
   *
   * @param words distinct words
   * @param progress receives the number of encoded words
   */
  public static WordVectors encode(List<String> words, Encoder encoder, IntConsumer progress) {
    float[] values = new float[Math.multiplyExact(words.size(), encoder.dimension())];
    for (int from = 0; from < words.size(); from += ENCODED_TOGETHER) {
      int to = Math.min(words.size(), from + ENCODED_TOGETHER);
      float[][] vectors = encoder.encode(words.subList(from, to), Role.PASSAGE);
      for (int i = from; i < to; i++) {
        System.arraycopy(
            vectors[i - from], 0, values, i * encoder.dimension(), encoder.dimension());
      }
      progress.accept(to);
    }
    return of(words, encoder.dimension(), values);
  }

  /**
   * Reads a file in the format of fastText's {@code .vec} files. Of a repeated word, the first
   * vector is kept.
   *
   * @param maxWords maximum number of words: the first ones of the file are read
   * @throws org.isogloss.data.FormatException if the file does not exist or is malformed
   * @throws IsoglossException if the vectors do not fit into one array
   */
  public static WordVectors read(Path file, int maxWords) {
    return read(file, maxWords, OnError.FAIL, problem -> {});
  }

  /**
   * Reads a file like {@link #read(Path, int)}, and may skip malformed lines, such as those of
   * words with a blank.
   *
   * @param skipped receives the problem of each skipped line
   */
  public static WordVectors read(
      Path file, int maxWords, OnError onError, Consumer<FormatException> skipped) {
    if (maxWords < 1) {
      throw new IllegalArgumentException("maxWords is " + maxWords + ", expected 1 or more");
    }
    try (FastTextVectors vectors = FastTextVectors.open(file, onError)) {
      int dimension = vectors.dimension();
      long expected = Math.min(vectors.size(), maxWords);
      if (expected * dimension > Integer.MAX_VALUE - Long.BYTES) {
        throw new IsoglossException(
            file
                + ": "
                + expected
                + " words of dimension "
                + dimension
                + " do not fit into memory: read at most "
                + (Integer.MAX_VALUE - Long.BYTES) / dimension
                + " words");
      }
      // The header is not trusted with memory: the array grows with the words that are found.
      List<String> words = new ArrayList<>();
      Map<String, Integer> seen = new HashMap<>();
      float[] values = new float[(int) Math.min(expected, 1 << 12) * dimension];
      Records<WordVector> records = vectors.records().onSkipped(skipped);
      while (words.size() < maxWords && records.hasNext()) {
        WordVector vector = records.next();
        if (seen.putIfAbsent(vector.word(), words.size()) == null) {
          int offset = words.size() * dimension;
          if (offset == values.length) {
            long most = words.size() < expected ? expected : maxWords;
            int rows = (int) Math.min(most, 2L * words.size() + 1);
            values = Arrays.copyOf(values, Math.multiplyExact(rows, dimension));
          }
          System.arraycopy(vector.values(), 0, values, offset, dimension);
          words.add(vector.word());
        }
      }
      int length = words.size() * dimension;
      return new WordVectors(
          words, dimension, values.length == length ? values : Arrays.copyOf(values, length));
    }
  }

  /**
   * Writes the vectors in the format of fastText's {@code .vec} files. The file appears whole or
   * not at all.
   */
  public void write(Path file) {
    try (RecordWriter<WordVector> writer = FastTextVectors.writer(file, size(), dimension)) {
      for (int row = 0; row < size(); row++) {
        writer.write(new WordVector(words.get(row), vector(row)));
      }
      writer.commit();
    }
  }

  /** Returns the number of words. */
  public int size() {
    return words.size();
  }

  /** Returns the dimension of the vectors. */
  public int dimension() {
    return dimension;
  }

  /** Returns the words in order. */
  public List<String> words() {
    return words;
  }

  /** Returns all vectors, {@code [size(), dimension()]} in row-major order; not a copy. */
  public float[] values() {
    return values;
  }

  /** Returns a copy of the vector of a row, {@code [dimension()]}. */
  public float[] vector(int row) {
    return Arrays.copyOfRange(values, row * dimension, (row + 1) * dimension);
  }

  /** Returns the row of a word in exactly this spelling; empty if there is none. */
  public OptionalInt row(String word) {
    Integer row = rows.get(word);
    return row == null ? OptionalInt.empty() : OptionalInt.of(row);
  }

  /**
   * Returns the row of a token of a text: of the token as it is written or, if there is none, in
   * lower case. So the vectors may be those of a lower-cased text or not.
   */
  public OptionalInt find(String token) {
    OptionalInt row = row(token);
    return row.isPresent() ? row : row(token.toLowerCase(Locale.ROOT));
  }

  /** Returns the same words with vectors of unit length; zero vectors remain zero. */
  public WordVectors normalised() {
    float[] unit = values.clone();
    for (int from = 0; from < unit.length; from += dimension) {
      UnitVectors.normalize(unit, from, from + dimension);
    }
    return new WordVectors(words, dimension, unit);
  }
}
