// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.Document;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.OnError;
import org.isogloss.data.Records;
import org.isogloss.data.detect.PartitionedCollection;
import org.isogloss.data.detect.PartitionedCollection.Part;
import org.isogloss.search.sync.DistinctIds;
import org.isogloss.search.sync.IndexedPart;
import org.isogloss.search.sync.PartContent;
import org.isogloss.search.sync.ReplacedDocuments;
import org.isogloss.search.sync.SyncJournal;
import org.isogloss.search.sync.SyncPlan;
import org.isogloss.search.writer.IndexWriteSession;
import org.isogloss.search.writer.SyncStorage;

/**
 * Changes an index so that it contains what a collection contains at present. Each part of the
 * collection is read in an indexing run of its own, whose number identifies its documents; the
 * documents of the part's earlier run are deleted. A commit contains a part completely or not at
 * all, so that a search finds the old or the new documents of a part.
 *
 * <p>If several parts have a document with the same id, that of the last part is kept, as if the
 * collection were read from the start.
 */
final class Synchronizer {
  private final IndexWriteSession store;
  private final SyncStorage storage;
  private final SyncJournal journal;
  private final PartitionedCollection.Listing collection;
  private final OnError onError;
  private final DocumentBatches batches;
  private final CommitAction commits;
  private final long commitEveryNanos;
  private ReplacedDocuments replaced = new ReplacedDocuments(Map.of());
  private final Set<String> readAgain = new HashSet<>();
  private long run;
  private long records;
  private long lastCommit;

  /** Commits the documents that were written so far. */
  @FunctionalInterface
  interface CommitAction {
    void commit(long lastRun, Map<String, Long> journals, FieldTypes types);
  }

  /**
   * @param lastRun highest number of a run of the index
   */
  Synchronizer(
      IndexWriteSession store,
      SyncStorage storage,
      SyncJournal journal,
      PartitionedCollection.Listing collection,
      OnError onError,
      DocumentBatches batches,
      CommitAction commits,
      Duration commitEvery,
      long lastRun) {
    this.store = store;
    this.storage = storage;
    this.journal = journal;
    this.collection = collection;
    this.onError = onError;
    this.batches = batches;
    this.commits = commits;
    this.commitEveryNanos = commitEvery.toNanos();
    this.run = lastRun;
  }

  /**
   * Reads the parts that have changed.
   *
   * @param listener receives the progress after each part
   * @return what was done
   */
  SyncPlan run(Consumer<IndexingProgress> listener) {
    long start = System.nanoTime();
    lastCommit = start;
    SyncPlan plan = SyncPlan.of(collection.parts(), journal.parts(), storage.documentsPerRun());
    plan.touched().forEach(journal::put);
    if (!plan.isEmpty()) {
      replaced = new ReplacedDocuments(storage.documentsOf(replacedRuns(plan)));
      plan.gone().forEach(this::delete);
      int read = 0;
      for (SyncPlan.Step step : plan.steps()) {
        read(step);
        read++;
        commitIfDue();
        listener.accept(progress(read, plan.steps().size(), start));
      }
      keepLastOfEqualIds(plan.steps());
      plan.steps().forEach(step -> readAgain.remove(step.part().name()));
    }
    if (journal.hasChanges()) {
      commit();
    }
    return plan;
  }

  private static Set<Long> replacedRuns(SyncPlan plan) {
    Set<Long> runs = new HashSet<>();
    plan.gone().forEach(part -> runs.add(part.run()));
    plan.steps().forEach(step -> step.earlier().ifPresent(part -> runs.add(part.run())));
    return runs;
  }

  private void delete(IndexedPart part) {
    store.delete(replaced.take(part.run()));
    journal.remove(part.name());
  }

  /**
   * Reads a part. A part from which nothing can be read keeps its documents, because it may be
   * damaged or incomplete.
   */
  private void read(SyncPlan.Step step) {
    Part part = step.part();
    if (!Files.exists(part.path())) {
      return; // It was deleted after it was listed; the next run finds it gone.
    }
    PartContent content = content(part.path());
    try (Records<Document> documents = collection.read(part)) {
      boolean unreadable = !documents.hasNext() && documents.skippedCount() > 0;
      Optional<IndexedPart> kept = step.earlier().filter(earlier -> unreadable);
      long partRun = kept.map(IndexedPart::run).orElseGet(() -> ++run);
      if (kept.isEmpty()) {
        step.earlier().ifPresent(this::delete);
      } else {
        journal.remove(kept.get().name());
      }
      long written = write(documents, partRun);
      collection.count(documents);
      journal.put(
          new IndexedPart(
              part.name(),
              content.afterReading(part.path()),
              partRun,
              kept.map(IndexedPart::documents).orElse(written),
              kept.map(IndexedPart::remaining).orElse(written)));
    }
  }

  /** The content of a part before it is read. */
  private PartContent content(Path path) {
    try {
      return PartContent.of(path);
    } catch (IsoglossException e) {
      if (onError == OnError.FAIL) {
        throw e;
      }
      return PartContent.UNKNOWN; // Reading it skips it with the same problem.
    }
  }

  /** Writes the documents of a part; returns the number of different ids. */
  private long write(Records<Document> documents, long partRun) {
    DistinctIds ids = new DistinctIds();
    while (documents.hasNext()) {
      Document document = documents.next();
      records++;
      if (batches.add(document, partRun, documents::skipLast)) {
        replaced.written(document.id());
        ids.add(document.id());
      }
    }
    return ids.count();
  }

  /**
   * Rereads the parts whose documents an earlier part has replaced, until each document is that of
   * the last part with its id. A part that was just read can only have lost documents to later
   * ones. The first part that is read again is later in each round, so the loop terminates.
   */
  private void keepLastOfEqualIds(List<SyncPlan.Step> steps) {
    List<SyncPlan.Step> round = steps;
    while (!round.isEmpty()) {
      batches.drain();
      Map<Long, Long> counts = storage.documentsPerRun();
      Set<String> read = new HashSet<>();
      round.forEach(step -> read.add(step.part().name()));
      boolean later = false;
      List<SyncPlan.Step> next = new ArrayList<>();
      for (Part part : collection.parts()) {
        later |= read.contains(part.name());
        IndexedPart indexed = journal.parts().get(part.name());
        if (indexed == null) {
          continue; // It was deleted after it was listed.
        }
        long remaining = counts.getOrDefault(indexed.run(), 0L);
        if (remaining != indexed.remaining()) {
          if (later && !read.contains(part.name())) {
            next.add(new SyncPlan.Step(part, SyncPlan.Reason.REPLACED, Optional.of(indexed)));
          } else {
            journal.put(indexed.withRemaining(remaining));
          }
        }
      }
      Set<Long> runs = new HashSet<>();
      next.forEach(step -> runs.add(step.earlier().orElseThrow().run()));
      replaced = new ReplacedDocuments(storage.documentsOf(runs));
      next.forEach(this::read);
      next.forEach(step -> readAgain.add(step.part().name()));
      round = next;
    }
  }

  private void commitIfDue() {
    if (System.nanoTime() - lastCommit >= commitEveryNanos) {
      commit();
    }
  }

  /** Commits the documents of all parts read so far together with these parts. */
  private void commit() {
    batches.drain();
    commits.commit(run, journal.write(), batches.types());
    journal.deleteUnreferenced();
    lastCommit = System.nanoTime();
  }

  private IndexingProgress progress(int read, int parts, long start) {
    return IndexingProgress.of(
        records,
        batches.passages(),
        /* resumedAt= */ 0,
        (double) read / parts,
        /* startFraction= */ 0,
        Duration.ofNanos(System.nanoTime() - start));
  }

  /** Number of unchanged parts that were read to replace documents of changed ones. */
  int readAgain() {
    return readAgain.size();
  }

  /** Number of documents that were read. */
  long records() {
    return records;
  }
}
