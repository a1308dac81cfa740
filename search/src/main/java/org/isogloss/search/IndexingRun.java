// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.time.Duration;
import java.util.function.Consumer;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.index.IndexingCheckpoint;

/**
 * Reads one source into an index. Before a commit, the calling thread waits until all documents are
 * written. A commit therefore contains exactly the first {@code consumed} records, and records this
 * number.
 */
final class IndexingRun implements AutoCloseable {
  private static final long PROGRESS_INTERVAL_NANOS = 200_000_000;

  private final CommitAction commits;
  private final long commitEveryNanos;
  private final DocumentBatches batches;

  /** Commits the records that have been read so far, with the types of their fields. */
  @FunctionalInterface
  interface CommitAction {
    void commit(IndexingCheckpoint.Step step, FieldTypes types);
  }

  IndexingRun(DocumentBatches batches, CommitAction commits, Duration commitEvery) {
    this.batches = batches;
    this.commits = commits;
    this.commitEveryNanos = commitEvery.toNanos();
  }

  /**
   * Reads the records that the index does not contain yet.
   *
   * @param first the state of the step before this run
   * @return the state of the step after the last commit
   */
  IndexingCheckpoint.Step read(
      DocumentSource source, IndexingCheckpoint.Step first, Consumer<IndexingProgress> listener) {
    if (first.finished()) {
      return first;
    }
    long consumed = skip(source, first.consumed());
    long leftOut = first.leftOut();
    double startFraction = source.progress();
    long start = System.nanoTime();
    long lastReport = start;
    long lastCommit = start;
    while (source.hasNext()) {
      leftOut += batches.add(source.next(), first.run(), source::skipLast) ? 0 : 1;
      consumed++;
      long now = System.nanoTime();
      if (now - lastCommit >= commitEveryNanos) {
        batches.drain();
        commits.commit(first.advancedTo(consumed, leftOut), batches.types());
        lastCommit = System.nanoTime();
      }
      if (now - lastReport >= PROGRESS_INTERVAL_NANOS) {
        lastReport = now;
        listener.accept(
            IndexingProgress.of(
                consumed,
                batches.passages(),
                first.consumed(),
                source.progress(),
                startFraction,
                Duration.ofNanos(now - start)));
      }
    }
    batches.drain();
    IndexingCheckpoint.Step last =
        first.finishedAs(source.identity().valueAfterReading(), consumed, leftOut);
    commits.commit(last, batches.types());
    listener.accept(
        IndexingProgress.of(
            consumed,
            batches.passages(),
            first.consumed(),
            1,
            startFraction,
            Duration.ofNanos(System.nanoTime() - start)));
    return last;
  }

  private static long skip(DocumentSource source, long records) {
    for (long i = 0; i < records; i++) {
      if (!source.hasNext()) {
        throw new IsoglossException(
            "the index already holds "
                + records
                + " records of this source, which now has only "
                + i
                + "; index the source into another folder");
      }
      source.next();
    }
    return records;
  }

  /** Stops the workers; uncommitted documents may or may not be in the writer. */
  @Override
  public void close() {
    batches.close();
  }
}
