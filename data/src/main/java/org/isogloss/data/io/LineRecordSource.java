// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import org.isogloss.data.FormatException;
import org.isogloss.data.Records;

/**
 * Reads records from the lines of one file; a problem is reported for the last line that was read.
 *
 * @param <T> the type of a record
 */
public abstract class LineRecordSource<T> implements Records.Source<T> {
  public final Utf8LineReader lines;

  public LineRecordSource(Utf8LineReader lines) {
    this.lines = lines;
  }

  @Override
  public FormatException toFormatException(String problem) {
    return new FormatException(lines.file(), lines.lineNumber(), problem);
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
