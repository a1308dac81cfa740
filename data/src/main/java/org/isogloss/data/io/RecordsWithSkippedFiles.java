// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.util.Optional;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.SkippedFiles;

/**
 * The records of a folder in which some files do not belong to the layout.
 *
 * @param <T> the type of a record
 */
public record RecordsWithSkippedFiles<T>(Records.Source<T> records, SkippedFiles skippedFiles)
    implements Records.Source<T> {
  public static <T> Records<T> of(Records<T> records, SkippedFiles skipped, OnError onError) {
    return new Records<>(new RecordsWithSkippedFiles<>(records.source(), skipped), onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    return records.next();
  }

  @Override
  public FormatException toFormatException(String problem) {
    return records.toFormatException(problem);
  }

  @Override
  public double progress() {
    return records.progress();
  }

  @Override
  public long withoutTextCount() {
    return records.withoutTextCount();
  }

  @Override
  public void close() {
    records.close();
  }
}
