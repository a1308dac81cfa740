// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.isogloss.data.RecordWriter;

/**
 * Writers of several files of records, each opened at its first record.
 *
 * @param <T> the type of a record
 */
final class OpenWriters<T> implements AutoCloseable {
  private final Function<Path, RecordWriter<T>> opener;
  private final Map<Path, RecordWriter<T>> writers = new LinkedHashMap<>();

  OpenWriters(Function<Path, RecordWriter<T>> opener) {
    this.opener = opener;
  }

  void write(Path file, T record) {
    writers.computeIfAbsent(file, opener).write(record);
  }

  /** Completes all open files. */
  void commit() {
    writers.values().forEach(RecordWriter::commit);
    writers.clear();
  }

  @Override
  public void close() {
    writers.values().forEach(RecordWriter::close);
  }
}
