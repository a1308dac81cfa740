// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.LanguagePair;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.links.LinkStorage;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.storage.IndexUnavailableException;
import org.isogloss.search.vector.LanguageMeanAccumulator;
import org.isogloss.search.vector.LanguageMeans;
import org.isogloss.search.vector.QuerySample;
import org.isogloss.search.writer.IndexCounts;
import org.isogloss.search.writer.IndexWriteSession;

/**
 * Writes an index. Documents are sent in batches by the threads that write them, which wait for the
 * answer: Solr determines the speed. A document that Solr has acknowledged is in the transaction
 * logs of the leader and of all active replicas of its shard.
 *
 * <p>The state of the index is written after the documents that it describes. If the process is
 * killed in between, the documents after the last state are written again under the same ids.
 */
final class SolrWriteSession implements IndexWriteSession {
  private static final int BATCH_DOCUMENTS = 64;
  private static final int BATCH_BYTES = 4 << 20;

  /** The share of new passages above which the means of languages are estimated again. */
  private static final double CHANGED_SHARE = 0.1;

  /** Number of passages of a language of which its mean is estimated. */
  private static final int SAMPLE_SIZE = 1_024;

  private static final String MEANS_OF = "isogloss.means.passages";

  private final SolrCollection collection;
  private final LanguageAnalyzers analyzers;
  private final WriteLease lease;
  private final IndexManifest manifest;
  private final boolean created;
  private final SolrPassages converter;
  private final Object buffer = new Object();
  private final Object stateLock = new Object();

  /** Ids of the blocks of taken batches that Solr has not acknowledged. */
  private final Set<String> sending = new HashSet<>();

  private List<SolrInputDocument> batch = new ArrayList<>();
  private long batchBytes;
  private volatile CollectionState state;
  private QuerySample queries;
  private boolean hasCommit;
  private volatile boolean failed;
  private boolean closed;

  private SolrWriteSession(
      SolrCollection collection,
      LanguageAnalyzers analyzers,
      WriteLease lease,
      IndexManifest newManifest,
      boolean created) {
    this.collection = collection;
    this.lease = lease;
    this.created = created;
    Optional<CollectionState.Versioned> found = CollectionState.find(collection);
    this.hasCommit = found.isPresent();
    this.state =
        found
            .map(CollectionState.Versioned::state)
            .orElseGet(
                () ->
                    new CollectionState(
                        IndexManifestJson.json(newManifest),
                        Map.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        Optional.empty()));
    this.queries = QuerySample.fromUserData(state.userData());
    this.manifest = SolrLocation.manifest(collection, state, analyzers);
    this.analyzers = analyzers.withRules(manifest.rules());
    this.converter = new SolrPassages(this.analyzers);
  }

  /** Opens an index, or creates its collection. */
  static SolrWriteSession open(
      SolrAddress address,
      LanguageAnalyzers analyzers,
      IndexManifest newManifest,
      Consumer<IndexManifest> requirements) {
    SolrCollection collection = SolrCollection.connect(address);
    try {
      boolean created = !collection.exists();
      if (created) {
        collection.create(ConfigSet.of(newManifest, analyzers));
      }
      WriteLease lease = WriteLease.acquire(collection);
      try {
        SolrWriteSession session =
            new SolrWriteSession(collection, analyzers, lease, newManifest, created);
        requirements.accept(session.manifest());
        return session;
      } catch (RuntimeException e) {
        release(collection, lease, created);
        throw e;
      }
    } catch (RuntimeException e) {
      collection.close();
      throw e;
    }
  }

  @Override
  public IndexManifest manifest() {
    return manifest;
  }

  @Override
  public boolean hasCommit() {
    return hasCommit;
  }

  @Override
  public boolean isOpen() {
    return !closed && !failed && lease.isHeld();
  }

  @Override
  public Map<String, String> userData() {
    return hasCommit ? state.userData() : Map.of();
  }

  @Override
  public IndexTranslationTables tables() {
    return StoredTables.open(collection, state.tables());
  }

  @Override
  public LanguagePair addTable(Path file) {
    lease.require();
    return StoredTables.inTemporaryFolder(
        folder -> {
          StoredTables.copy(collection, state.tables(), folder);
          boolean fixed =
              !manifest.projectedLanguages().isEmpty() && new SolrCounts(collection).passages() > 0;
          LanguagePair languages = IndexTranslationTables.add(folder, file, fixed, analyzers);
          String pair = pair(languages);
          String replaced = state.tables().get(pair);
          Path analysed =
              folder
                  .resolve(IndexTranslationTables.FOLDER)
                  .resolve(IndexTranslationTables.fileName(pair));
          String revision = StoredTables.write(collection, pair, analysed);
          changeState(current -> current.withTable(pair, revision), hasCommit);
          if (hasCommit) {
            collection.commit(lease::require);
          }
          if (replaced != null) {
            StoredTables.delete(collection, pair, replaced);
          }
          return languages;
        });
  }

  /**
   * Changes the state, which the thread that updates links does too.
   *
   * @param write whether it is written
   */
  private void changeState(UnaryOperator<CollectionState> change, boolean write) {
    synchronized (stateLock) {
      state = change.apply(state);
      if (write) {
        state.write(collection, lease::require);
      }
    }
  }

  @Override
  public LinkStorage linkStorage() {
    return new SolrLinkStorage(
        collection, () -> state, change -> changeState(change, /* write= */ true));
  }

  private static String pair(LanguagePair languages) {
    String one = languages.source().code();
    String other = languages.target().code();
    return one.compareTo(other) < 0 ? one + "-" + other : other + "-" + one;
  }

  @Override
  public void replace(
      List<EncodedPassage> passages,
      Metadata metadata,
      FieldTypes types,
      TermProjection projection,
      long run) {
    SolrInputDocument block = converter.toBlock(passages, metadata, types, projection, run);
    List<SolrInputDocument> full = List.of();
    synchronized (buffer) {
      awaitAcknowledged(Set.of(id(block)));
      batch.add(block);
      batchBytes += bytes(passages);
      if (batch.size() >= BATCH_DOCUMENTS || batchBytes >= BATCH_BYTES) {
        full = takeBatch();
      }
    }
    send(full);
  }

  /** A rough size of passages in a request. */
  private static long bytes(List<EncodedPassage> passages) {
    long bytes = 0;
    for (EncodedPassage passage : passages) {
      bytes +=
          4L * passage.passage().text().length()
              + 5L * passage.vector().map(vector -> vector.length).orElse(0)
              + passage.tokenVectors().map(tokens -> tokens.length).orElse(0)
              + passage.sentenceVectors().map(sentences -> sentences.length).orElse(0);
    }
    return bytes;
  }

  private static String id(SolrInputDocument block) {
    return (String) block.getFieldValue(SolrFields.ID);
  }

  /**
   * Waits until no other thread is sending one of some blocks: a request that is repeated must not
   * replace a later version.
   */
  private void awaitAcknowledged(Collection<String> ids) {
    try {
      while (ids.stream().anyMatch(sending::contains)) {
        buffer.wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IndexUnavailableException("the request to Solr was interrupted", e);
    }
  }

  private List<SolrInputDocument> takeBatch() {
    List<SolrInputDocument> taken = batch;
    taken.forEach(block -> sending.add(id(block)));
    batch = new ArrayList<>();
    batchBytes = 0;
    return taken;
  }

  private void flush() {
    List<SolrInputDocument> rest;
    synchronized (buffer) {
      rest = takeBatch();
    }
    send(rest);
  }

  private void send(List<SolrInputDocument> documents) {
    if (documents.isEmpty()) {
      return;
    }
    try {
      attempt(() -> collection.update(new UpdateRequest().add(documents), lease::require));
    } finally {
      synchronized (buffer) {
        documents.forEach(block -> sending.remove(id(block)));
        buffer.notifyAll();
      }
    }
  }

  /** Runs an action; if it fails, this session can only be closed. */
  private void attempt(Runnable action) {
    boolean complete = false;
    try {
      action.run();
      complete = true;
    } finally {
      failed |= !complete;
    }
  }

  @Override
  public void delete(Collection<String> documentIds) {
    flush();
    List<String> roots = SolrFields.roots(documentIds);
    synchronized (buffer) {
      awaitAcknowledged(roots);
    }
    if (!roots.isEmpty()) {
      UpdateRequest request = new UpdateRequest().deleteById(roots);
      attempt(() -> collection.update(request, lease::require));
    }
  }

  @Override
  public void addQueries(QuerySample added) {
    synchronized (stateLock) {
      queries = queries.with(added);
    }
  }

  private QuerySample queries() {
    synchronized (stateLock) {
      return queries;
    }
  }

  @Override
  public void commit(IndexingCheckpoint checkpoint, FieldTypes types) {
    flush();
    attempt(
        () -> {
          collection.commit(lease::require);
          Map<String, String> userData = new HashMap<>(checkpoint.userData());
          userData.putAll(types.userData());
          userData.putAll(queries().userData());
          userData.putAll(means());
          changeState(current -> current.withUserData(userData), /* write= */ true);
          collection.commit(lease::require);
          hasCommit = true;
        });
  }

  /** Returns the means of languages, estimated again if many passages have changed. */
  private Map<String, String> means() {
    LanguageCounts counts = LanguageCounts.of(collection, SolrFields.ALL_PASSAGES);
    double estimatedOf = Double.parseDouble(state.userData().getOrDefault(MEANS_OF, "0"));
    LanguageMeans known = LanguageMeans.fromUserData(state.userData());
    boolean sameLanguages = known.languages().equals(counts.languages().keySet());
    boolean current =
        sameLanguages && Math.abs(counts.passages() - estimatedOf) <= CHANGED_SHARE * estimatedOf;
    Map<String, String> means = new HashMap<>();
    if (manifest.model().isPresent()) {
      means.putAll((current ? known : estimate(counts)).userData());
      means.put(MEANS_OF, Double.toString(current ? estimatedOf : (double) counts.passages()));
    }
    return means;
  }

  private LanguageMeans estimate(LanguageCounts counts) {
    LanguageMeanAccumulator means = new LanguageMeanAccumulator();
    int dimension = manifest.model().orElseThrow().dimension();
    for (String code : counts.languages().keySet()) {
      means.addLanguage(code);
      ModifiableSolrParams parameters = new ModifiableSolrParams();
      parameters.set("q", SolrFilterQueries.equal(SolrFields.LANGUAGE, List.of(code)));
      parameters.set("sort", "random_7 asc");
      parameters.set("rows", SAMPLE_SIZE);
      parameters.set(
          "fl", String.join(",", SolrFields.LANGUAGE, SolrFields.SENTENCES, SolrFields.VECTOR));
      for (SolrDocument document : collection.query(parameters).getResults()) {
        Optional<float[]> vector = SolrPassages.vector(document);
        if (vector.isPresent()) {
          means.addPassage(code, vector.get());
          SolrPassages.sentences(document)
              .ifPresent(sentences -> means.addSentences(code, sentences, dimension));
        }
      }
    }
    return means.means();
  }

  /** Does nothing: Solr merges segments by itself. */
  @Override
  public void awaitMerges() {}

  @Override
  public <T> T count(Function<IndexCounts, T> function) {
    return function.apply(new SolrCounts(collection));
  }

  /** Releases the index. A new collection without a commit is deleted. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (collection) {
      release(collection, lease, created && !hasCommit);
    }
  }

  /**
   * Releases the lease.
   *
   * @param remove whether the collection is deleted, before another session can use it
   */
  private static void release(SolrCollection collection, WriteLease lease, boolean remove) {
    if (remove && lease.isHeld()) {
      lease.stop();
      collection.delete();
    } else {
      lease.close();
    }
  }
}
