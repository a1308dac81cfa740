package org.isogloss.data;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of texts, one a line. Empty lines are texts too, so that record {@code i} is line {@code
 * i}.
 */
public final class PlainLines {
  private PlainLines() {}

  /**
   * Reads texts.
   *
   * @throws FormatException if there is no such file; while reading, if a line is not UTF-8 and
   *     {@code onError} is {@link OnError#FAIL}
   */
  public static Records<String> read(Path file, OnError onError) {
    return new Records<>(new Source(TextLines.open(file)), onError);
  }

  /** Writes texts, one a line. A tab or a line end inside a text becomes a space. */
  public static RecordWriter<String> writer(Path file) {
    return RecordWriter.open(file, Tsv::appendText);
  }

  private static final class Source extends LineSource<String> {
    Source(TextLines lines) {
      super(lines);
    }

    @Override
    public Optional<String> next() throws MalformedRecordException {
      return Optional.ofNullable(lines.next());
    }
  }
}
