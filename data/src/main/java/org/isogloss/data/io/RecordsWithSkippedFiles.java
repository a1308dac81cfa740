// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
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
public final class RecordsWithSkippedFiles<T> implements Records.Source<T> {
  private final Records.Source<T> records;
  private final Consumer<SkippedFiles> finder;
  private final SkippedFiles skipped;
  private boolean found;

  private RecordsWithSkippedFiles(
      Records.Source<T> records, Path folder, Consumer<SkippedFiles> finder) {
    this.records = records;
    this.finder = finder;
    this.skipped = new SkippedFiles(folder);
  }

  /**
   * Returns the records of a folder.
   *
   * @param finder adds the files that do not belong to the layout, when reading begins
   */
  public static <T> Records<T> of(
      Records<T> records, Path folder, Consumer<SkippedFiles> finder, OnError onError) {
    return new Records<>(new RecordsWithSkippedFiles<>(records.source(), folder, finder), onError);
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    if (!found) {
      found = true;
      finder.accept(skipped);
    }
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
  public SkippedFiles skippedFiles() {
    return skipped;
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
