package org.isogloss.data;

import java.util.Optional;

/**
 * Records of a folder some of whose files are no part of its layout.
 *
 * @param <T> what a record is
 */
record LeavingOut<T>(Records.Source<T> records, SkippedFiles skippedFiles)
    implements Records.Source<T> {
  static <T> Records<T> of(Records<T> records, SkippedFiles skipped, OnError onError) {
    return new Records<>(new LeavingOut<>(records.source(), skipped), onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    return records.next();
  }

  @Override
  public FormatException located(String problem) {
    return records.located(problem);
  }

  @Override
  public double progress() {
    return records.progress();
  }

  @Override
  public void close() {
    records.close();
  }
}
