// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.metadata.FieldTypeException;
import org.isogloss.search.metadata.FieldTypes;
import org.isogloss.search.writer.DocumentEncoder;
import org.isogloss.search.writer.IndexWriteSession;

/**
 * Reads one source into an index. The calling thread reads batches and submits them to worker
 * threads, which identify languages, split, encode and analyse. At most two batches per worker are
 * pending, so memory use does not depend on the size of the source.
 *
 * <p>Before a commit, the calling thread waits until all workers are idle. A commit therefore
 * contains exactly the first {@code consumed} records, and records this number. Two documents with
 * the same id are never processed at the same time, so that the later one is kept.
 */
final class IndexingRun implements AutoCloseable {
  private static final int BATCH_DOCUMENTS = 64;
  private static final int BATCH_CHARACTERS = 1 << 17;
  private static final long PROGRESS_INTERVAL_NANOS = 200_000_000;

  private final IndexWriteSession store;
  private final CommitAction commits;
  private final DocumentEncoder encoder;
  private final TermProjection projection;
  private final long commitEveryNanos;
  private final BoundedTasks tasks;
  private final AtomicLong passages = new AtomicLong();
  private final Set<String> idsInProgress = ConcurrentHashMap.newKeySet();
  private FieldTypes types;
  private List<Document> batch = new ArrayList<>();
  private int batchCharacters;
  private long leftOut;

  /** Commits the records that have been read so far, with the types of their fields. */
  @FunctionalInterface
  interface CommitAction {
    void commit(IndexingCheckpoint.Step step, FieldTypes types);
  }

  IndexingRun(
      IndexWriteSession store,
      CommitAction commits,
      DocumentEncoder encoder,
      TermProjection projection,
      FieldTypes types,
      int threads,
      Duration commitEvery) {
    this.store = store;
    this.types = types;
    this.commits = commits;
    this.encoder = encoder;
    this.projection = projection;
    this.commitEveryNanos = commitEvery.toNanos();
    this.tasks = new BoundedTasks("isogloss-index-", threads);
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
    leftOut = first.leftOut();
    double startFraction = source.progress();
    long start = System.nanoTime();
    long lastReport = start;
    long lastCommit = start;
    while (source.hasNext()) {
      add(source.next(), source, first.run());
      consumed++;
      long now = System.nanoTime();
      if (now - lastCommit >= commitEveryNanos) {
        drain(first.run());
        commits.commit(first.advancedTo(consumed, leftOut), types);
        lastCommit = System.nanoTime();
      }
      if (now - lastReport >= PROGRESS_INTERVAL_NANOS) {
        lastReport = now;
        listener.accept(
            IndexingProgress.of(
                consumed,
                passages.get(),
                first.consumed(),
                source.progress(),
                startFraction,
                Duration.ofNanos(now - start)));
      }
    }
    drain(first.run());
    IndexingCheckpoint.Step last =
        first.finishedAs(source.identity().valueAfterReading(), consumed, leftOut);
    commits.commit(last, types);
    listener.accept(
        IndexingProgress.of(
            consumed,
            passages.get(),
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

  private void add(Document document, DocumentSource source, long run) {
    DocumentIdValidator.require(document.id());
    if (idsInProgress.contains(document.id())) {
      drain(run);
    }
    Metadata metadata;
    try {
      // In the order of the source, so that the types never depend on the number of threads.
      FieldTypes extended = types.withFieldsOf(document);
      metadata = extended.conform(document);
      types = extended;
    } catch (FieldTypeException e) {
      if (!source.skipLast(e.getMessage())) {
        throw e;
      }
      leftOut++;
      return;
    }
    batch.add(document.withMetadata(metadata));
    batchCharacters += document.title().length() + document.text().length();
    if (batch.size() >= BATCH_DOCUMENTS || batchCharacters >= BATCH_CHARACTERS) {
      submit(run);
    }
  }

  /** Submits the batch to the workers. */
  private void submit(long run) {
    List<Document> documents = batch;
    FieldTypes known = types;
    batch = new ArrayList<>();
    batchCharacters = 0;
    if (documents.isEmpty()) {
      return;
    }
    documents.forEach(document -> idsInProgress.add(document.id()));
    tasks.submit(
        () -> write(documents, known, run),
        () -> documents.forEach(document -> idsInProgress.remove(document.id())));
  }

  /** Submits the last batch and waits until no batch is pending. */
  private void drain(long run) {
    submit(run);
    tasks.drain();
  }

  private void write(List<Document> documents, FieldTypes known, long run) {
    List<List<EncodedPassage>> encoded = encoder.encode(documents);
    for (int i = 0; i < documents.size(); i++) {
      List<EncodedPassage> documentPassages = encoded.get(i);
      if (documentPassages.isEmpty()) {
        throw new IsoglossException(
            "document "
                + Excerpt.quote(documents.get(i).id())
                + " has neither title nor text: fill one in or leave it out; to remove the document"
                + " with this id from the index, delete it");
      }
      store.replace(documentPassages, documents.get(i).metadata(), known, projection, run);
      passages.addAndGet(documentPassages.size());
    }
  }

  /** Stops the workers; uncommitted documents may or may not be in the writer. */
  @Override
  public void close() {
    tasks.close();
  }
}
