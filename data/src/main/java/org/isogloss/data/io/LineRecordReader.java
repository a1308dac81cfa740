package org.isogloss.data.io;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;

/**
 * Records that are a line each. Lines that hold nothing but white space are passed over.
 *
 * @param <T> what a record is
 */
public final class LineRecordReader<T> extends LineRecordSource<T> {
  /**
   * Reads one line.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  public interface Parser<T> {
    T parse(String line) throws MalformedRecordException;
  }

  /**
   * Reads one line that is named by its place.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  public interface NumberedParser<T> {
    T parse(String line, long number) throws MalformedRecordException;
  }

  private final Predicate<String> header;
  private final Parser<T> parser;
  private boolean started;

  private LineRecordReader(Utf8LineReader lines, Predicate<String> header, Parser<T> parser) {
    super(lines);
    this.header = header;
    this.parser = parser;
  }

  public static <T> Records<T> read(Path file, OnError onError, Parser<T> parser) {
    return read(file, onError, line -> false, parser);
  }

  /**
   * Reads a file that may begin with a header.
   *
   * @param isHeader whether the first line is one
   */
  public static <T> Records<T> read(
      Path file, OnError onError, Predicate<String> isHeader, Parser<T> parser) {
    return new Records<>(
        new LineRecordReader<>(Utf8LineReader.open(file), isHeader, parser), onError);
  }

  /** Reads a file whose records are named by their lines, which count from 1. */
  public static <T> Records<T> readNumbered(Path file, OnError onError, NumberedParser<T> parser) {
    Utf8LineReader lines = Utf8LineReader.open(file);
    return new Records<>(
        new LineRecordReader<>(
            lines, line -> false, line -> parser.parse(line, lines.lineNumber())),
        onError);
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
