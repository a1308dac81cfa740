package org.isogloss.data;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Records that are a line each. Lines that hold nothing but white space are passed over.
 *
 * @param <T> what a record is
 */
final class LineRecords<T> implements Records.Source<T> {
  /**
   * Reads one line.
   *
   * @param <T> what a record is
   */
  @FunctionalInterface
  interface Parser<T> {
    T parse(String line) throws MalformedRecordException;
  }

  private final TextLines lines;
  private final Parser<T> parser;

  private LineRecords(TextLines lines, Parser<T> parser) {
    this.lines = lines;
    this.parser = parser;
  }

  static <T> Records<T> read(Path file, OnError onError, Parser<T> parser) {
    return new Records<>(new LineRecords<>(TextLines.open(file), parser), onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    String line;
    do {
      line = lines.next();
    } while (line != null && line.isBlank());
    return line == null ? Optional.empty() : Optional.of(parser.parse(line));
  }

  @Override
  public FormatException located(String problem) {
    return new FormatException(lines.file(), lines.line(), problem);
  }

  @Override
  public double progress() {
    return lines.progress();
  }

  @Override
  public void close() {
    lines.close();
  }
}
