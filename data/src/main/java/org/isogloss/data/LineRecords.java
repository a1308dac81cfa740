package org.isogloss.data;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Records that are a line each. Lines that hold nothing but white space are passed over.
 *
 * @param <T> what a record is
 */
final class LineRecords<T> extends LineSource<T> {
  /**
   * Reads one line.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  interface Parser<T> {
    T parse(String line) throws MalformedRecordException;
  }

  /**
   * Reads one line that is named by its place.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  interface NumberedParser<T> {
    T parse(String line, long number) throws MalformedRecordException;
  }

  private final Predicate<String> header;
  private final Parser<T> parser;
  private boolean started;

  private LineRecords(TextLines lines, Predicate<String> header, Parser<T> parser) {
    super(lines);
    this.header = header;
    this.parser = parser;
  }

  static <T> Records<T> read(Path file, OnError onError, Parser<T> parser) {
    return read(file, onError, line -> false, parser);
  }

  /**
   * Reads a file that may begin with a header.
   *
   * @param header whether the first line is one
   */
  static <T> Records<T> read(
      Path file, OnError onError, Predicate<String> header, Parser<T> parser) {
    return new Records<>(new LineRecords<>(TextLines.open(file), header, parser), onError);
  }

  /** Reads a file whose records are named by their lines, which count from 1. */
  static <T> Records<T> readNumbered(Path file, OnError onError, NumberedParser<T> parser) {
    TextLines lines = TextLines.open(file);
    return new Records<>(
        new LineRecords<>(lines, line -> false, line -> parser.parse(line, lines.line())), onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    while (true) {
      String line = lines.next();
      if (line == null) {
        return Optional.empty();
      }
      if (line.isBlank()) {
        continue;
      }
      boolean first = !started;
      started = true;
      if (!first || !header.test(line)) {
        return Optional.of(parser.parse(line));
      }
    }
  }
}
