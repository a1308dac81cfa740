// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.apache.lucene.util.BytesRef;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.SourceIdentity;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.OpenIndex;
import org.isogloss.search.writer.IndexWriteSession;

/**
 * Copies the documents of an index to another place, with their vectors: nothing is encoded again.
 * For instance, an index in a folder becomes a collection of a cluster, or several folders become
 * one index.
 *
 * <p>If a copy is interrupted, the same call copies all documents again; each is stored once.
 */
public final class IndexCopier {
  private static final int BATCH_PASSAGES = 128;
  private static final long PROGRESS_PASSAGES = 1_000;

  private final IndexLocation target;
  private final int threads;

  /**
   * Creates a copier.
   *
   * @param target where the documents are copied; created if there is no index
   * @param threads number of threads that read and write
   */
  public IndexCopier(IndexLocation target, int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    this.target = target;
    this.threads = threads;
  }

  /**
   * The result of a copy.
   *
   * @param copied number of copied passages
   * @param documents number of documents of the target
   * @param passages number of passages of the target
   */
  public record Summary(long copied, long documents, long passages) {}

  /** The passages of a document. */
  private record StoredDocument(List<Passage> passages, Metadata metadata) {}

  /**
   * Copies all documents of an index. They replace documents of the target with the same ids.
   *
   * @param listener receives the number of copied passages from time to time, on any thread
   * @throws IsoglossException if the target was created with other models or settings, projects
   *     frequencies, which needs the translation tables, or an index cannot be read or written
   */
  public Summary copy(IndexLocation source, LongConsumer listener) {
    LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();
    try (OpenIndex opened = source.open(analyzers)) {
      opened.snapshot().requireIntact(Duration.ofDays(1)); // The copy reads everything, too.
      IndexManifest manifest = opened.manifest();
      if (!manifest.projectedLanguages().isEmpty()) {
        throw new IsoglossException(
            source.name()
                + ": the index projects frequencies to query languages by translation tables, which"
                + " are not copied; index the collection at "
                + target.name());
      }
      if (manifest.sparse().isPresent()) {
        throw new IsoglossException(
            source.name()
                + ": the index has weights of terms, which are not copied; index the collection at "
                + target.name());
      }
      try (IndexWriteSession session =
          target.openForWriting(
              analyzers, manifest, found -> requireEqual(source, manifest, found))) {
        return copy(opened, session, listener);
      }
    }
  }

  private void requireEqual(IndexLocation source, IndexManifest expected, IndexManifest found) {
    boolean equal =
        found
                .model()
                .map(IndexManifest.Model::fingerprint)
                .equals(expected.model().map(IndexManifest.Model::fingerprint))
            && found.vectors().equals(expected.vectors())
            && found.tokenVectors().equals(expected.tokenVectors())
            && found.projectedLanguages().isEmpty();
    if (!equal) {
      throw new IsoglossException(
          target.name()
              + ": the index was created with other models or vectors than "
              + source.name()
              + "; copy to a place without an index");
    }
  }

  private Summary copy(OpenIndex opened, IndexWriteSession session, LongConsumer listener) {
    IndexSnapshot snapshot = opened.snapshot();
    boolean isNew = !session.hasCommit();
    IndexingPlan plan = new IndexingPlan(IndexingCheckpoint.fromUserData(session.userData()));
    IndexingCheckpoint.Step step = plan.nextStep(SourceIdentity.unique().value(), false);
    FieldTypes types =
        FieldTypes.fromUserData(session.userData()).declared(snapshot.fieldTypes().types());
    AtomicLong copied = new AtomicLong();
    try (BoundedTasks tasks = new BoundedTasks("isogloss-copy-", threads)) {
      List<StoredDocument> batch = new ArrayList<>();
      List<Passage> document = new ArrayList<>();
      Metadata[] metadata = {Metadata.EMPTY};
      int[] size = new int[1];
      Runnable submit =
          () -> {
            List<StoredDocument> full = List.copyOf(batch);
            batch.clear();
            size[0] = 0;
            tasks.submit(
                () -> {
                  long passages = write(full, snapshot, session, types, step.run());
                  long before = copied.getAndAdd(passages);
                  if (before / PROGRESS_PASSAGES != (before + passages) / PROGRESS_PASSAGES) {
                    listener.accept(before + passages);
                  }
                },
                () -> {});
          };
      snapshot
          .stored()
          .forEachPassage(
              (passage, fields) -> {
                boolean next =
                    !document.isEmpty()
                        && !document.getFirst().documentId().equals(passage.documentId());
                if (next) {
                  batch.add(new StoredDocument(List.copyOf(document), metadata[0]));
                  size[0] += document.size();
                  document.clear();
                  if (size[0] >= BATCH_PASSAGES) {
                    submit.run();
                  }
                }
                document.add(passage);
                metadata[0] = fields;
              });
      if (!document.isEmpty()) {
        batch.add(new StoredDocument(List.copyOf(document), metadata[0]));
      }
      submit.run();
      tasks.drain();
    }
    plan.update(step.finishedAs(step.identity(), copied.get(), 0));
    session.addQueries(snapshot.queries());
    session.commit(plan.checkpoint(), types);
    if (isNew) {
      opened.links().ifPresent(links -> session.linkStorage().write(links.ofRun(step.run())));
    }
    session.awaitMerges();
    return session.count(
        counts -> new Summary(copied.get(), counts.documents(), counts.passages()));
  }

  /** Writes documents with the vectors of their passages; returns the number of passages. */
  private static long write(
      List<StoredDocument> documents,
      IndexSnapshot snapshot,
      IndexWriteSession session,
      FieldTypes types,
      long run) {
    List<Passage> passages =
        documents.stream().flatMap(document -> document.passages().stream()).toList();
    List<Hit> hits =
        passages.stream()
            .map(passage -> new Hit(passage.documentId(), passage.ordinal(), 0))
            .toList();
    IndexManifest manifest = session.manifest();
    List<Optional<float[]>> vectors =
        manifest.model().isPresent() ? snapshot.stored().vectors(hits) : none(hits);
    List<Optional<BytesRef>> sentences =
        manifest.vectors().sentences() ? snapshot.stored().sentenceVectors(hits) : none(hits);
    List<Optional<BytesRef>> tokens =
        manifest.tokenVectors().isPresent()
            ? snapshot.stored().tokenVectors(hits).stream()
                .map(found -> Optional.of(new BytesRef(found.bytes())))
                .toList()
            : none(hits);
    TermProjection projection =
        TermProjection.of(
            snapshot.name(),
            () -> IndexTranslationTables.EMPTY,
            manifest.projectedLanguages(),
            snapshot.analyzers());
    int position = 0;
    for (StoredDocument document : documents) {
      List<EncodedPassage> encoded = new ArrayList<>(document.passages().size());
      for (Passage passage : document.passages()) {
        encoded.add(
            new EncodedPassage(
                passage, vectors.get(position), sentences.get(position), tokens.get(position)));
        position++;
      }
      session.replace(encoded, document.metadata(), types, projection, run);
    }
    return position;
  }

  private static <T> List<Optional<T>> none(List<Hit> hits) {
    return Collections.nCopies(hits.size(), Optional.empty());
  }
}
