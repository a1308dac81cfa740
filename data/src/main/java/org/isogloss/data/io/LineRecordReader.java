// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/**
 * Reads one record per line. Blank lines are skipped, and in some formats comments.
 *
 * @param <T> the type of a record
 */
public final class LineRecordReader<T> extends LineRecordSource<T> {
  /**
   * Parses a line.
   *
   * @param <T> the type of a record
   */
  @FunctionalInterface
  public interface Parser<T> {
    T parse(String line) throws MalformedRecordException;
  }

  /**
   * Parses a line whose record is identified by the line number.
   *
   * @param <T> the type of a record
   */
  @FunctionalInterface
  public interface NumberedParser<T> {
    T parse(String line, long number) throws MalformedRecordException;
  }

  /** Decides whether the first line is a header, and reads it. */
  @FunctionalInterface
  public interface HeaderParser {
    /**
     * Takes the first line.
     *
     * @return whether it is a header
     * @throws MalformedRecordException if it is a malformed header; no line can be read then
     */
    boolean take(String line) throws MalformedRecordException;
  }

  private final Predicate<String> ignored;
  private final HeaderParser header;
  private final Parser<T> parser;
  private boolean started;

  private LineRecordReader(
      Utf8LineReader lines, Predicate<String> ignored, HeaderParser header, Parser<T> parser) {
    super(lines);
    this.ignored = ignored;
    this.header = header;
    this.parser = parser;
  }

  public static <T> Records<T> read(Path file, OnError onError, Parser<T> parser) {
    return read(file, onError, line -> false, parser);
  }

  /**
   * Reads a file that may begin with a header.
   *
   * @param header takes the first line
   */
  public static <T> Records<T> read(
      Path file, OnError onError, HeaderParser header, Parser<T> parser) {
    return new Records<>(
        new LineRecordReader<>(Utf8LineReader.open(file), String::isBlank, header, parser),
        onError);
  }

  /**
   * Reads a file that may begin with a header, and in which lines that begin with {@code #} are
   * comments.
   *
   * @param header takes the first line that is not a comment
   */
  public static <T> Records<T> readCommented(
      Path file, OnError onError, HeaderParser header, Parser<T> parser) {
    return new Records<>(
        new LineRecordReader<>(
            Utf8LineReader.open(file), line -> isComment(line) || line.isBlank(), header, parser),
        onError);
  }

  /** Whether a line is a comment in the formats that have them. */
  public static boolean isComment(String line) {
    return line.startsWith("#");
  }

  /** Reads a file whose records are identified by their line numbers, from 1. */
  public static <T> Records<T> readNumbered(Path file, OnError onError, NumberedParser<T> parser) {
    Utf8LineReader lines = Utf8LineReader.open(file);
    return new Records<>(
        new LineRecordReader<>(
            lines, String::isBlank, line -> false, line -> parser.parse(line, lines.lineNumber())),
        onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    while (true) {
      String line = lines.next();
      if (line == null) {
        return Optional.empty();
      }
      if (ignored.test(line)) {
        continue;
      }
      boolean first = !started;
      started = true;
      if (!first || !takeHeader(line)) {
        return Optional.of(parser.parse(line));
      }
    }
  }

  private boolean takeHeader(String line) {
    try {
      return header.take(line);
    } catch (MalformedRecordException e) {
      throw toFormatException(e.getMessage());
    }
  }
}
