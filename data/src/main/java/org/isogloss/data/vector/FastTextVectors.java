// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.vector;

import com.fasterxml.jackson.core.io.NumberInput;
import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.duplicate.FingerprintSet;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.FieldParsing;
import org.isogloss.data.parse.WhitespaceColumns;

/**
 * Word vectors as text, in the format of fastText's {@code .vec} files and word2vec's text files: a
 * header {@code words dimension}, then lines {@code word v1 v2 ... vd} separated by blanks. Must be
 * closed.
 *
 * <pre>{@code
 * try (FastTextVectors vectors = FastTextVectors.open(file, OnError.FAIL)) {
 *   vectors.records().forEachRemaining(...);
 * }
 * }</pre>
 */
public final class FastTextVectors implements AutoCloseable {
  private final Source source;
  private final Records<WordVector> records;

  private FastTextVectors(Source source, OnError onError) {
    this.source = source;
    this.records = new Records<>(source, onError);
  }

  /**
   * Opens a file and reads its header.
   *
   * @throws FormatException if the file does not exist or its header is malformed
   */
  public static FastTextVectors open(Path file, OnError onError) {
    Utf8LineReader lines = Utf8LineReader.open(file);
    try {
      return new FastTextVectors(Source.open(lines), onError);
    } catch (MalformedRecordException e) {
      lines.close();
      throw new FormatException(file, 1, e.getMessage());
    } catch (IsoglossException e) {
      lines.close();
      throw e;
    }
  }

  /** The dimension of the vectors. */
  public int dimension() {
    return source.dimension;
  }

  /** The number of words according to the header. */
  public long size() {
    return source.size;
  }

  /**
   * The words in the order of the file; fastText sorts them by frequency. A line is malformed if it
   * does not have the number of values that the header states, or if a value is not a finite
   * number. At the end, a {@link FormatException} is thrown if the number of lines differs from the
   * header.
   */
  public Records<WordVector> records() {
    return records;
  }

  /**
   * The number of words returned so far that repeat an earlier word. Usually the first vector of a
   * word is kept, because the first word is the more frequent one.
   */
  public long duplicateCount() {
    return source.duplicates;
  }

  @Override
  public void close() {
    records.close();
  }

  /**
   * Writes vectors.
   *
   * @param size number of words that will be written
   * @throws IsoglossException on writing a word that is empty or contains white space, or a vector
   *     of another dimension
   */
  public static RecordWriter<WordVector> writer(Path file, long size, int dimension) {
    return RecordWriter.open(
        file,
        size + " " + dimension,
        (vector, line) -> {
          if (!WhitespaceColumns.isWritable(vector.word())) {
            throw new IsoglossException(
                "word "
                    + Excerpt.quote(vector.word())
                    + " cannot be written: a word must not be empty or contain white space");
          }
          if (vector.values().length != dimension) {
            throw new IsoglossException(
                "the vector of "
                    + Excerpt.quote(vector.word())
                    + " has "
                    + vector.values().length
                    + " numbers, expected "
                    + dimension);
          }
          line.append(vector.word());
          for (float value : vector.values()) {
            line.append(' ').append(value);
          }
        });
  }

  private static final class Source extends LineRecordSource<WordVector> {
    private final long size;
    private final int dimension;
    private final FingerprintSet words = new FingerprintSet();
    private long found;
    private long duplicates;

    private Source(Utf8LineReader lines, long size, int dimension) {
      super(lines);
      this.size = size;
      this.dimension = dimension;
    }

    static Source open(Utf8LineReader lines) throws MalformedRecordException {
      String header = lines.next();
      String[] columns = header == null ? new String[0] : header.strip().split(" +", -1);
      try {
        if (columns.length == 2) {
          long size = Long.parseLong(columns[0]);
          int dimension = Integer.parseInt(columns[1]);
          if (size >= 0 && dimension > 0) {
            return new Source(lines, size, dimension);
          }
        }
      } catch (NumberFormatException e) {
        throw invalidHeader(header);
      }
      throw invalidHeader(header);
    }

    private static MalformedRecordException invalidHeader(String header) {
      return new MalformedRecordException(
          "begins with "
              + (header == null ? "nothing" : Excerpt.quote(header))
              + ", expected the number of words and the dimension, such as 2000000 300: insert that"
              + " line before the first word");
    }

    @Override
    public Optional<WordVector> next() throws MalformedRecordException {
      String line;
      do {
        line = nextLine();
        if (line == null) {
          checkSize();
          return Optional.empty();
        }
      } while (line.isBlank());
      found++;
      WordVector vector = vector(line);
      if (!words.add(vector.word())) {
        duplicates++;
      }
      return Optional.of(vector);
    }

    private String nextLine() throws MalformedRecordException {
      try {
        return lines.next();
      } catch (MalformedRecordException e) {
        found++;
        throw e;
      }
    }

    private void checkSize() {
      if (found != size) {
        throw new FormatException(
            lines.file(),
            1,
            "the header states "
                + FieldParsing.formatCount(size, "word")
                + ", found "
                + found
                + (found < size
                    ? ": the file is truncated: get a complete copy"
                    : ": correct the header"));
      }
    }

    private WordVector vector(String line) throws MalformedRecordException {
      int end = line.indexOf(' ');
      if (end == 0) {
        throw new MalformedRecordException("begins with a blank, expected a word");
      }
      String word = end < 0 ? line : line.substring(0, end);
      float[] values = new float[dimension];
      char[] characters = line.toCharArray();
      int count = 0;
      int at = word.length();
      while (true) {
        while (at < line.length() && line.charAt(at) == ' ') {
          at++;
        }
        if (at == line.length()) {
          break;
        }
        int next = line.indexOf(' ', at);
        next = next < 0 ? line.length() : next;
        if (count < dimension) {
          values[count] = number(characters, at, next, word);
        }
        count++;
        at = next;
      }
      if (count != dimension) {
        throw new MalformedRecordException(
            "the vector of "
                + Excerpt.quote(word)
                + " has "
                + FieldParsing.formatCount(count, "number")
                + ", expected "
                + dimension
                + " as in the header; a word cannot contain a blank");
      }
      return new WordVector(word, values);
    }

    private static float number(char[] line, int from, int to, String word)
        throws MalformedRecordException {
      // As Float.parseFloat, the parser accepts 1f and 1d, too.
      char last = line[to - 1];
      if ((last >= '0' && last <= '9') || last == '.') {
        try {
          float number = NumberInput.parseFloat(line, from, to - from, true);
          if (Float.isFinite(number)) {
            return number;
          }
        } catch (NumberFormatException e) {
          throw notANumber(line, from, to, word);
        }
      }
      throw notANumber(line, from, to, word);
    }

    private static MalformedRecordException notANumber(char[] line, int from, int to, String word) {
      return new MalformedRecordException(
          "the vector of "
              + Excerpt.quote(word)
              + " contains "
              + Excerpt.quote(new String(line, from, to - from))
              + ", expected a finite number such as -0.0123");
    }
  }
}
