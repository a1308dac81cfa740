// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.SourceIdentity;
import org.isogloss.data.detect.PartitionedCollection;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.filter.IndexedText;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.lucene.FolderLocation;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.VectorOptions;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.sync.SyncJournal;
import org.isogloss.search.sync.SyncPlan;
import org.isogloss.search.vector.QuerySample;
import org.isogloss.search.writer.DocumentEncoder;
import org.isogloss.search.writer.GivenVectors;
import org.isogloss.search.writer.IndexWriteSession;
import org.isogloss.search.writer.PassageExtractor;
import org.isogloss.search.writer.QuerySampler;
import org.isogloss.search.writer.SplittingEncoder;
import org.isogloss.search.writer.SyncStorage;
import org.isogloss.text.segmentation.PassageSplitter;

/**
 * Writes an index: adds, replaces and deletes documents. Only one process at a time can write an
 * index; any number of processes can search its last commit in the meantime.
 *
 * <p>Commits are atomic, and each commit states how many records of its source it contains. If a
 * run is killed, even with {@code kill -9}, indexing the same source again resumes from the last
 * commit; no document is lost or duplicated.
 */
public final class Indexer implements AutoCloseable {
  /** How a new index splits documents by default: into passages of at most 160 words. */
  public static final PassageSplitter DEFAULT_PASSAGES = new PassageSplitter(160);

  /**
   * The default vectors of a new index: passage vectors, and sentence vectors if the encoder is
   * contextual and there are no token vectors, which serve the same purpose. {@code
   * docs/results/search.md} reports the measured effects.
   *
   * @param tokenVectors whether the index stores token vectors
   */
  public static VectorOptions defaultVectors(Encoder encoder, boolean tokenVectors) {
    return new VectorOptions(
        /* calibrated= */ false, /* sentences= */ encoder.isContextual() && !tokenVectors);
  }

  private final String index;
  private final IndexWriteSession store;
  private final LanguageAnalyzers analyzers;
  private final Optional<Encoder> encoder;
  private final Optional<TokenVectorScorer> tokenVectors;
  private final Optional<SparseEncoder> sparse;
  private final int threads;
  private final Duration commitEvery;
  private final boolean mergesInBackground;
  private final IndexingPlan run;
  private final Optional<LinkUpdates> links;
  private final Optional<QuerySampler> queries;
  private FieldTypes types;
  private boolean broken;

  Indexer(IndexerBuilder builder, IndexWriteSession store) {
    this.index = builder.location.name();
    this.store = store;
    this.analyzers = builder.analyzers.withRules(store.manifest().rules());
    this.encoder = builder.encoder;
    this.tokenVectors = builder.tokenVectors;
    this.sparse = builder.sparse;
    this.threads = builder.threads;
    this.commitEvery = builder.commitEvery;
    this.mergesInBackground = builder.mergesInBackground;
    this.run = new IndexingPlan(IndexingCheckpoint.fromUserData(store.userData()));
    this.types = FieldTypes.fromUserData(store.userData()).declared(builder.fieldTypes);
    this.links =
        store.manifest().model().isPresent()
            ? Optional.of(
                new LinkUpdates(
                    index, store.linkStorage(), threads, builder.links, mergesInBackground))
            : Optional.empty();
    this.queries =
        store
            .manifest()
            .model()
            .flatMap(model -> encoder)
            .map(
                encoding ->
                    new QuerySampler(
                        encoding, QuerySample.fromUserData(store.userData()), store::addQueries));
    if (threads == 1 && !mergesInBackground) {
      store.mergeSerially();
    }
  }

  /**
   * Returns a builder with the options for writing an index; the folder is created if necessary.
   */
  public static IndexerBuilder at(Path folder) {
    return at(new FolderLocation(folder));
  }

  /** Returns a builder with the options for writing an index at any location. */
  public static IndexerBuilder at(IndexLocation location) {
    return new IndexerBuilder(location);
  }

  /** The manifest of the index. */
  public IndexManifest manifest() {
    return store.manifest();
  }

  /**
   * Announces the steps of this run: first delete documents, then add sources in this order. If the
   * last run was killed and its steps are a prefix of these steps, this run resumes from the last
   * commit. Without an announcement, each call of {@link #delete} and {@link #index} is a separate
   * run.
   *
   * @param deleted the ids with which {@link #delete} will be called; if empty, it will not be
   *     called
   * @param sources the identities of the sources with which {@link #index} will be called, one call
   *     per source
   * @throws IsoglossException if a source cannot be read. Sources that the last run has read are
   *     read here to determine whether they are unchanged
   */
  public void startRun(Collection<String> deleted, List<SourceIdentity> sources) {
    requireUsable();
    run.start(deleted, sources);
  }

  /** Commits a new index without documents. An index that already has a commit is not changed. */
  public void commit() {
    requireUsable();
    if (!store.hasCommit()) {
      attempt(
          () -> {
            store.commit(run.checkpoint(), types);
            return true;
          });
    }
  }

  /**
   * Adds a translation table to the index, with which queries in one of its two languages find
   * passages in the other. An existing table for the same languages is replaced.
   *
   * @param file a translation table file
   * @return the languages of the table
   * @throws IsoglossException if the file is not a translation table, is damaged or cannot be
   *     copied, or if the index projects frequencies and already contains passages, whose
   *     frequencies were projected without the table
   */
  public LanguagePair addTranslationTable(Path file) {
    requireUsable();
    return store.addTable(file);
  }

  /** Adds the documents of a source without reporting progress. */
  public IndexingSummary index(DocumentSource source) {
    return index(source, progress -> {});
  }

  /**
   * Adds the documents of a source. A document replaces the document with the same id; of several
   * documents with the same id in the source, the last one is kept. If the previous run read the
   * same source, the records that it committed are skipped.
   *
   * @param listener receives the progress a few times a second, on the calling thread
   * @throws IsoglossException if the source fails, a document has neither title nor text, an I/O
   *     error occurs, or the index needs an encoder and none is set. The index then has the state
   *     of its last commit; after a failure of the source, a document or the disk, this indexer can
   *     no longer be used
   */
  public IndexingSummary index(DocumentSource source, Consumer<IndexingProgress> listener) {
    return index(source, documentEncoder(), listener);
  }

  private DocumentEncoder documentEncoder() {
    requireUsable();
    if (manifest().model().isPresent() && encoder.isEmpty()) {
      throw new IsoglossException(
          index
              + ": the index holds vectors of the model "
              + manifest().model().get().name()
              + "; open it with that model to add documents");
    }
    if (manifest().tokenVectors().isPresent() && tokenVectors.isEmpty()) {
      throw new IsoglossException(
          index
              + ": the index holds token vectors of the model "
              + manifest().tokenVectors().get().name()
              + "; open it with that model to add documents");
    }
    if (manifest().sparse().isPresent() && sparse.isEmpty()) {
      throw new IsoglossException(
          index
              + ": the index holds weights of terms by the model "
              + manifest().sparse().get().name()
              + "; open it with that model to add documents");
    }
    return SplittingEncoder.of(manifest(), encoder, tokenVectors, sparse);
  }

  /**
   * Adds documents whose vectors were computed elsewhere. A document replaces the document with the
   * same id; of several documents with the same id, the last one is kept.
   *
   * @throws IsoglossException if the index has no vectors or stores those of sentences or tokens, a
   *     vector does not have its dimension, or an I/O error occurs
   */
  public IndexingSummary indexEmbedded(Collection<EmbeddedDocument> documents) {
    requireUsable();
    SequencedMap<String, EmbeddedDocument> last = new LinkedHashMap<>();
    for (EmbeddedDocument embedded : documents) {
      manifest().requireGivenVectors(index, embedded);
      last.put(embedded.document().id(), embedded);
    }
    // The identity covers the documents but not their vectors, which may differ for equal texts.
    try (DocumentSource source =
        DocumentSource.of(
            SourceIdentity.unique(),
            last.values().stream().map(EmbeddedDocument::document).toList())) {
      return index(
          source,
          new GivenVectors(new PassageExtractor(manifest().passages(), Optional.empty()), last),
          progress -> {});
    }
  }

  private IndexingSummary index(
      DocumentSource source, DocumentEncoder documentEncoder, Consumer<IndexingProgress> listener) {
    long start = System.nanoTime();
    return attempt(
        () -> {
          IndexingCheckpoint.Step first = run.nextStep(source.identity().value(), true);
          IndexingCheckpoint.Step last =
              first.finished() ? first : read(source, documentEncoder, first, listener);
          if (!mergesInBackground) {
            store.awaitMerges();
          }
          run.advance();
          updateLinks();
          return summary(first, last, Duration.ofNanos(System.nanoTime() - start));
        });
  }

  private IndexingCheckpoint.Step read(
      DocumentSource source,
      DocumentEncoder documentEncoder,
      IndexingCheckpoint.Step first,
      Consumer<IndexingProgress> listener) {
    try (var reading =
        new IndexingRun(
            batches(documentEncoder),
            (step, known) -> {
              run.update(step);
              types = known;
              store.commit(run.checkpoint(), types);
            },
            commitEvery)) {
      return reading.read(source, first, listener);
    }
  }

  private DocumentBatches batches(DocumentEncoder documentEncoder) {
    return new DocumentBatches(
        store,
        documentEncoder,
        TermProjection.of(index, store::tables, manifest().projectedLanguages(), analyzers),
        queries,
        types,
        threads);
  }

  /**
   * Changes the index so that it contains what a collection contains at present: reads the files
   * that are new or have changed since the last call for the same collection, and deletes the
   * documents of files that are gone. Documents of other sources remain, unless a file has a
   * document with the same id. The result is that of reading the whole collection, except that a
   * file from which nothing can be read keeps its documents.
   *
   * <p>A commit contains each file completely or not at all. If the process is killed, the next
   * call reads the files that the last commit does not contain.
   *
   * @param listener receives the progress after each file, on the calling thread
   * @throws IsoglossException if the index is not in a folder, or like {@link
   *     #index(DocumentSource, Consumer)}
   */
  public SyncSummary sync(PartitionedCollection collection, Consumer<IndexingProgress> listener) {
    DocumentEncoder documentEncoder = documentEncoder();
    SyncStorage storage =
        store
            .syncStorage()
            .orElseThrow(
                () ->
                    new IsoglossException(
                        index
                            + ": only an index in a folder can be kept in step with a collection;"
                            + " do so with an index in a folder, and copy it"));
    long start = System.nanoTime();
    return attempt(
        () -> {
          PartitionedCollection.Listing listing = collection.list(storage.folder());
          SyncJournal journal =
              SyncJournal.open(
                  storage.folder(),
                  realPath(collection.origin()),
                  collection.reading(),
                  run.checkpoint().journals());
          try (DocumentBatches batches = batches(documentEncoder)) {
            Synchronizer synchronizer =
                new Synchronizer(
                    store,
                    storage,
                    journal,
                    listing,
                    collection.onError(),
                    batches,
                    this::commitSynchronised,
                    commitEvery,
                    run.checkpoint().run());
            SyncPlan plan = synchronizer.run(listener);
            if (!plan.isEmpty() && !mergesInBackground) {
              store.awaitMerges();
            }
            updateLinks();
            return summary(
                plan, listing, synchronizer, Duration.ofNanos(System.nanoTime() - start));
          }
        });
  }

  private void commitSynchronised(long lastRun, Map<String, Long> journals, FieldTypes known) {
    run.synchronised(lastRun, journals);
    types = known;
    store.commit(run.checkpoint(), types);
  }

  private static Path realPath(Path origin) {
    try {
      return origin.toRealPath();
    } catch (IOException e) {
      throw FileErrors.cannotRead(origin, e);
    }
  }

  private SyncSummary summary(
      SyncPlan plan,
      PartitionedCollection.Listing listing,
      Synchronizer synchronizer,
      Duration elapsed) {
    return new SyncSummary(
        plan.count(SyncPlan.Reason.ADDED),
        plan.count(SyncPlan.Reason.CHANGED)
            + plan.count(SyncPlan.Reason.REPLACED)
            + synchronizer.readAgain(),
        plan.count(SyncPlan.Reason.MOVED),
        plan.gone().size(),
        plan.unchanged() - synchronizer.readAgain(),
        listing.skippedCount(),
        listing.withoutTextCount(),
        listing.skippedFiles(),
        store.count(
            counts ->
                new IndexingSummary(
                    synchronizer.records(),
                    /* resumedAt= */ 0,
                    /* duplicates= */ 0,
                    counts.documents(),
                    counts.passages(),
                    counts.passagesPerLanguage(),
                    elapsed)));
  }

  /** Runs an action; if it fails, this indexer can no longer be used. */
  private <T> T attempt(Supplier<T> action) {
    boolean complete = false;
    try {
      T result = action.get();
      complete = true;
      return result;
    } finally {
      broken |= !complete;
    }
  }

  private IndexingSummary summary(
      IndexingCheckpoint.Step first, IndexingCheckpoint.Step last, Duration elapsed) {
    return store.count(
        counts ->
            new IndexingSummary(
                last.consumed(),
                first.consumed(),
                last.consumed() - last.leftOut() - counts.documentsOf(last.run()),
                counts.documents(),
                counts.passages(),
                counts.passagesPerLanguage(),
                elapsed));
  }

  /**
   * Finds the translations and copies of the documents that were indexed since this was done last.
   * {@link #index} and {@link #sync} do so too; an index that an earlier version wrote, or that was
   * merged, needs this method.
   *
   * @throws IsoglossException if the index has no vectors, its links are damaged, or an I/O error
   *     occurs
   */
  public void findLinks() {
    requireUsable();
    if (manifest().model().isEmpty()) {
      throw new IsoglossException(
          index
              + ": translations of documents are found by vectors, but the index has none; index"
              + " the collection with a model");
    }
    attempt(
        () -> {
          if (store.hasCommit()) {
            links.ifPresent(updates -> updates.updateNow(run.checkpoint().run()));
          }
          return true;
        });
  }

  private void updateLinks() {
    if (store.hasCommit()) {
      links.ifPresent(updates -> updates.update(run.checkpoint().run()));
    }
  }

  /**
   * Deletes documents and commits.
   *
   * @param documentIds ids of the documents; unknown ids are ignored
   * @return number of deleted documents; 0 if this run resumes a killed run that had already
   *     deleted them
   */
  public long delete(Collection<String> documentIds) {
    requireUsable();
    Set<String> ids = Set.copyOf(documentIds);
    return attempt(
        () -> {
          IndexingCheckpoint.Step step = run.nextStep(SourceIdentity.ofDocumentIds(ids), false);
          long deleted = step.finished() ? 0 : delete(ids, step);
          run.advance();
          return deleted;
        });
  }

  /**
   * Deletes the documents that meet a filter and commits.
   *
   * @return number of deleted documents
   * @throws IsoglossException if no document has a field of the filter, or its type does not fit
   *     the comparison
   */
  public long delete(Filter filter) {
    requireUsable();
    return delete(documentIds(filter));
  }

  private Set<String> documentIds(Filter filter) {
    IndexedText text = new IndexedText(analyzers, manifest().positions());
    return store.count(counts -> counts.documentIds(filter, types, text));
  }

  private long delete(Set<String> ids, IndexingCheckpoint.Step step) {
    long deleted = store.count(counts -> counts.documentsOf(ids));
    store.delete(ids);
    IndexingCheckpoint.Step done = step.finishedAs(step.identity(), 0, 0);
    run.update(done);
    // A new index has nothing to delete, and a deletion must not create its first commit.
    if (store.hasCommit()) {
      store.commit(run.checkpoint(), types);
      links.ifPresent(updates -> updates.remove(ids));
    }
    return deleted;
  }

  /**
   * Whether documents can be written: false after {@link #close}, after a failure, and if another
   * process has taken over the right to write.
   */
  public boolean isOpen() {
    return !broken && store.isOpen();
  }

  private void requireUsable() {
    if (!isOpen()) {
      throw new IllegalStateException("the indexer is closed or has failed");
    }
  }

  /**
   * Releases the index and discards uncommitted changes. A new index without a commit is removed.
   * Closing twice has no effect.
   */
  @Override
  public void close() {
    links.ifPresent(LinkUpdates::close);
    store.close();
  }
}
