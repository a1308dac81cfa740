// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.isogloss.api.field.FieldTypeException;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.Document;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.writer.DocumentEncoder;
import org.isogloss.search.writer.IndexWriteSession;
import org.isogloss.search.writer.QuerySampler;

/**
 * Writes documents to an index in batches. The calling thread adds documents; worker threads
 * identify languages, split, encode and analyse. At most two batches per worker are pending, so
 * memory use does not depend on the number of documents. Two documents with the same id are never
 * processed at the same time, so that the later one is kept.
 */
final class DocumentBatches implements AutoCloseable {
  private static final int BATCH_DOCUMENTS = 64;
  private static final int BATCH_CHARACTERS = 1 << 17;

  private final IndexWriteSession store;
  private final DocumentEncoder encoder;
  private final TermProjection projection;
  private final Optional<QuerySampler> queries;
  private final BoundedTasks tasks;
  private final AtomicLong passages = new AtomicLong();
  private final Set<String> idsInProgress = ConcurrentHashMap.newKeySet();
  private FieldTypes types;
  private List<Numbered> batch = new ArrayList<>();
  private int batchCharacters;

  /** A document with the number of the indexing run that writes it. */
  private record Numbered(Document document, long run) {}

  DocumentBatches(
      IndexWriteSession store,
      DocumentEncoder encoder,
      TermProjection projection,
      Optional<QuerySampler> queries,
      FieldTypes types,
      int threads) {
    this.store = store;
    this.encoder = encoder;
    this.projection = projection;
    this.queries = queries;
    this.types = types;
    this.tasks = new BoundedTasks("isogloss-index-", threads);
  }

  /**
   * Adds a document, which is written by the next {@link #drain} at the latest.
   *
   * @param run number of the indexing run
   * @param skip receives the problem of a document that the index cannot contain; returns whether
   *     the document is skipped
   * @return whether the document was added
   * @throws FieldTypeException if a field does not have its type, and the document is not skipped
   */
  boolean add(Document document, long run, Predicate<String> skip) {
    DocumentValidator.requireId(document.id());
    if (idsInProgress.contains(document.id())) {
      drain();
    }
    Metadata metadata;
    try {
      // In the order of the source, so that the types never depend on the number of threads.
      FieldTypes extended = types.withFieldsOf(document);
      metadata = extended.conform(document);
      types = extended;
    } catch (FieldTypeException e) {
      if (!skip.test(e.getMessage())) {
        throw e;
      }
      return false;
    }
    batch.add(new Numbered(document.withMetadata(metadata), run));
    batchCharacters += document.title().length() + document.text().length();
    if (batch.size() >= BATCH_DOCUMENTS || batchCharacters >= BATCH_CHARACTERS) {
      submit();
    }
    return true;
  }

  /** Submits the batch to the workers. */
  private void submit() {
    List<Numbered> documents = batch;
    FieldTypes known = types;
    batch = new ArrayList<>();
    batchCharacters = 0;
    if (documents.isEmpty()) {
      return;
    }
    documents.forEach(added -> idsInProgress.add(added.document().id()));
    tasks.submit(
        () -> write(documents, known),
        () -> documents.forEach(added -> idsInProgress.remove(added.document().id())));
  }

  /** Submits the last batch and waits until no batch is pending. */
  void drain() {
    submit();
    tasks.drain();
  }

  private void write(List<Numbered> documents, FieldTypes known) {
    List<List<EncodedPassage>> encoded =
        encoder.encode(documents.stream().map(Numbered::document).toList());
    queries.ifPresent(
        sampler ->
            sampler.add(
                encoded.stream().flatMap(List::stream).map(EncodedPassage::passage).toList()));
    for (int i = 0; i < documents.size(); i++) {
      Document document = documents.get(i).document();
      List<EncodedPassage> documentPassages = encoded.get(i);
      if (documentPassages.isEmpty()) {
        throw DocumentValidator.blank(document.id());
      }
      store.replace(
          documentPassages, document.metadata(), known, projection, documents.get(i).run());
      passages.addAndGet(documentPassages.size());
    }
  }

  /** The types of the fields of all documents so far. */
  FieldTypes types() {
    return types;
  }

  /** Number of passages written so far. */
  long passages() {
    return passages.get();
  }

  /** Stops the workers; documents that were not drained may or may not be in the index. */
  @Override
  public void close() {
    tasks.close();
  }
}
