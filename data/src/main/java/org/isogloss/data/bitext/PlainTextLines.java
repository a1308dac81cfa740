// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.bitext;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.io.LineRecordSource;
import org.isogloss.data.io.Utf8LineReader;
import org.isogloss.data.parse.TsvEscaping;

/**
 * A file with one text per line. Empty lines are texts too, so that record {@code i} is line {@code
 * i}; if lines are skipped, with a {@linkplain Records#withPlaceholder placeholder}.
 */
public final class PlainTextLines {
  private PlainTextLines() {}

  /**
   * Reads texts.
   *
   * @throws FormatException if the file does not exist; while reading, if a line is not UTF-8 and
   *     {@code onError} is {@link OnError#FAIL}
   */
  public static Records<String> read(Path file, OnError onError) {
    return new Records<>(new Source(Utf8LineReader.open(file)), onError);
  }

  /** Writes one text per line. A tab or a line end inside a text becomes a space. */
  public static RecordWriter<String> writer(Path file) {
    return RecordWriter.open(file, TsvEscaping::appendText);
  }

  private static final class Source extends LineRecordSource<String> {
    Source(Utf8LineReader lines) {
      super(lines);
    }

    @Override
    public Optional<String> next() throws MalformedRecordException {
      return Optional.ofNullable(lines.next());
    }
  }
}
