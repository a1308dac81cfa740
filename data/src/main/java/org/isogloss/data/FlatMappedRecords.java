// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;

/**
 * Records that a source reads in groups, returned one by one.
 *
 * @param <G> a group of records
 * @param <T> the type of a record
 */
public final class FlatMappedRecords<G, T> implements Records.Source<T> {
  private final Records.Source<G> groups;
  private final Function<G, ? extends Collection<T>> records;
  private final Queue<T> queue = new ArrayDeque<>();

  public FlatMappedRecords(Records.Source<G> groups, Function<G, ? extends Collection<T>> records) {
    this.groups = groups;
    this.records = records;
  }

  @Override
  public Optional<T> next() throws MalformedRecordException {
    while (queue.isEmpty()) {
      Optional<G> group = groups.next();
      if (group.isEmpty()) {
        return Optional.empty();
      }
      queue.addAll(records.apply(group.get()));
    }
    return Optional.of(queue.remove());
  }

  @Override
  public FormatException toFormatException(String problem) {
    return groups.toFormatException(problem);
  }

  @Override
  public double progress() {
    return groups.progress();
  }

  @Override
  public SkippedFiles skippedFiles() {
    return groups.skippedFiles();
  }

  @Override
  public long withoutTextCount() {
    return groups.withoutTextCount();
  }

  @Override
  public void close() {
    groups.close();
  }
}
