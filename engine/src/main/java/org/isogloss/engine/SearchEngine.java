// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.isogloss.api.Completion;
import org.isogloss.api.CompletionRequest;
import org.isogloss.api.DocumentPage;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.Explanation;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.ListRequest;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.Searcher;
import org.isogloss.api.StageRank;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.VectorHit;
import org.isogloss.api.field.FieldType;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.util.Cleanup;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.OnError;
import org.isogloss.data.detect.Documents;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.DocumentValidator;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexingProgress;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;

/**
 * An index that is open for searching and writing, with the encoder of its vectors, a default
 * pipeline and re-rankers.
 *
 * <pre>{@code
 * try (var engine = SearchEngine.open(Path.of("my-index"))) {
 *   for (var result : engine.search("wann wurde Warschau gegründet", 10)) {
 *     System.out.println(result.hit().documentId() + ": " + result.snippet().text());
 *   }
 * }
 * }</pre>
 *
 * <p>A romanized query, such as {@code kak ispech khleb}, is written in the script of its language
 * first, if there are tables for it ({@link EngineBuilder#deromanization}) and no passage contains
 * all its words. The language of a query that states none is identified among those of the index
 * and those that the request prefers; it stays undetermined if it is unsure. The request of {@link
 * SearchResults} has the query as it was searched, and {@link SearchRequest#languageProbability}.
 *
 * <p>All methods are safe for use by many threads at once; a program opens one engine for an index
 * and shares it. Each search uses one commit of the index from its beginning to its end. Changes
 * that the engine writes are visible to searches that begin after the call; changes by another
 * process are visible after {@link #refresh}.
 *
 * <p>After {@link #close}, every method that uses the index or a model throws {@link
 * IllegalStateException}. User errors, such as a pipeline string that cannot be parsed, are
 * reported as {@link IsoglossException}s, whose messages are suitable for display.
 */
public final class SearchEngine implements Searcher, AutoCloseable {
  private final IndexLocation location;
  private final ReadAccess access;
  private final Pipeline defaultPipeline;
  private final QueryReader reader;
  private final EngineModels components;
  private final IndexWriteAccess writer;
  private final Map<String, FieldType> declaredTypes;
  private final int threads;
  private final IndexView view;
  private final IndexModels models;

  SearchEngine(
      IndexLocation location,
      CurrentCommit current,
      Pipeline defaultPipeline,
      QueryReader reader,
      EngineModels components,
      IndexWriteAccess writer,
      Map<String, FieldType> declaredTypes,
      int threads) {
    this.location = location;
    this.access = new ReadAccess(new Lifecycle(location.name()), current);
    this.defaultPipeline = defaultPipeline;
    this.reader = reader;
    this.components = components;
    this.writer = writer;
    this.declaredTypes = declaredTypes;
    this.threads = threads;
    this.view = new IndexView(access, reader);
    this.models = new IndexModels(location, access, components, reader, defaultPipeline);
  }

  /**
   * Opens an index with its own model, the default pipeline and its re-ranker.
   *
   * @throws IsoglossException if there is no index in the folder, it is damaged, or its model
   *     cannot be opened
   */
  public static SearchEngine open(Path folder) {
    return at(folder).open();
  }

  /**
   * Opens an index. If the folder is missing or empty, creates an index without documents, with the
   * model {@value Models#DEFAULT}.
   *
   * @throws IsoglossException like {@link #open}, and if the folder contains other files or cannot
   *     be written
   */
  public static SearchEngine openOrCreate(Path folder) {
    return at(folder).openOrCreate();
  }

  /** Returns a builder with the options for opening the index in a folder. */
  public static EngineBuilder at(Path folder) {
    return at(IndexLocations.of(folder));
  }

  /** Returns a builder with the options for opening the index at any location. */
  public static EngineBuilder at(IndexLocation location) {
    return new EngineBuilder(location);
  }

  /** What the index stores: documents, passages, counts, nearest vectors. */
  public IndexView view() {
    return view;
  }

  /** The models of the engine: encoder and re-rankers. */
  public IndexModels models() {
    return models;
  }

  @Override
  public SearchResults search(SearchRequest request) {
    requireNonNull(request, "request is null");
    return access.read(commit -> executor(commit).answer(reader.read(request, commit)));
  }

  /**
   * Answers many requests on several threads, with their queries encoded and re-ranked in batches.
   * All results are held in memory and come from the same commit. If all requests have a timeout,
   * the longest one holds for all of them together.
   *
   * @throws IsoglossException like {@link #search(SearchRequest)}, and if the calling thread is
   *     interrupted
   */
  @Override
  public List<SearchResults> searchAll(List<SearchRequest> requests) {
    List<SearchRequest> all = List.copyOf(requests);
    return access.read(
        commit ->
            executor(commit)
                .answerAll(all.stream().map(each -> reader.read(each, commit)).toList()));
  }

  /**
   * Returns a retriever of this engine, for callers that need only rankings, such as runs of many
   * queries, other retrievers and measurements. Each of its calls uses the commit that is current
   * at that time.
   *
   * @param request states the pipeline, the languages and filter of the documents, and whether the
   *     rankings contain documents or passages; its query and other options are not used
   * @return a retriever that can be used until the engine is closed
   * @throws IsoglossException if the pipeline requires a component that is not available, or the
   *     filter does not fit the fields of the documents
   */
  public Retriever retriever(SearchRequest request) {
    Commit.Setting setting = Commit.Setting.of(request, defaultPipeline);
    access.read(commit -> commit.retriever(setting));
    return new Retriever() {
      @Override
      public Ranking retrieve(Query query, int depth) {
        return access.read(
            commit -> commit.retriever(setting).retrieve(reader.read(query, commit), depth));
      }

      @Override
      public List<Ranking> retrieveAll(List<Query> queries, int depth) {
        return access.read(
            commit ->
                commit.retriever(setting).retrieveAll(reader.readAll(queries, commit), depth));
      }
    };
  }

  /**
   * Returns a retriever of this engine for documents or passages that a pipeline finds, like {@link
   * #retriever(SearchRequest)}.
   */
  public Retriever retriever(Pipeline pipeline, ResultUnit unit) {
    return retriever(SearchRequest.of("").withPipeline(pipeline).withUnit(unit));
  }

  /**
   * {@inheritDoc} If the re-ranker is a cross-encoder, a passage is scored again once for each of
   * its words, which may take seconds; {@link SearchRequest#withExplanations} leaves this out.
   */
  @Override
  public List<Explanation> explain(SearchRequest request, List<Hit> hits) {
    return explain(request, hits, done -> {});
  }

  /**
   * Explains the ranks of passages, like {@link #explain(SearchRequest, List)}. The stages of the
   * pipeline are run once for all passages.
   *
   * @param listener receives the number of explained passages, on the calling thread
   */
  public List<Explanation> explain(SearchRequest request, List<Hit> hits, IntConsumer listener) {
    List<Hit> all = List.copyOf(hits);
    return access.read(
        commit -> executor(commit).explain(reader.read(request, commit), all, listener));
  }

  /**
   * Returns ranks and scores of passages in each stage of the pipeline of a request, in the order
   * in which it runs, without other explanations.
   *
   * @return in the order of the hits, which need not be results of the request
   */
  public List<List<StageRank>> stageRanks(SearchRequest request, List<Hit> hits) {
    List<Hit> all = List.copyOf(hits);
    return access.read(commit -> executor(commit).stageRanks(reader.read(request, commit), all));
  }

  /**
   * Waits until the files of the index are verified, which begins when a commit is opened. Searches
   * fail as soon as damage is known.
   *
   * @param limit the longest time to wait; zero to ask for what is known
   * @throws IsoglossException if a file is known to be damaged
   */
  public void requireIntact(Duration limit) {
    access.read(
        commit -> {
          commit.index().requireIntact(limit);
          return true;
        });
  }

  private RequestExecutor executor(Commit commit) {
    return new RequestExecutor(
        commit,
        defaultPipeline,
        components::reranker,
        components.answerExtractor(),
        components.workers(),
        threads);
  }

  @Override
  public Optional<StoredDocument> find(String documentId) {
    return access.read(
        commit ->
            commit.index().documents(List.of(documentId), /* texts= */ true).stream().findFirst());
  }

  @Override
  public List<Completion> complete(CompletionRequest request) {
    return access.read(commit -> commit.index().complete(request));
  }

  @Override
  public DocumentPage list(ListRequest request) {
    return access.read(commit -> commit.index().list(request));
  }

  @Override
  public IndexDescription describe() {
    return access.read(
        commit ->
            new IndexDescription(
                location.name(),
                commit.index().documentCount(),
                commit.index().passageCount(),
                new LinkedHashMap<>(commit.index().passagesPerLanguage()),
                new LinkedHashMap<>(commit.index().fieldTypes()),
                models.encoderName(),
                defaultPipeline.toString(),
                models.encoder().isPresent(),
                components.answers().map(AnswerFinder::name)));
  }

  @Override
  public void put(Document document) {
    index(List.of(document));
  }

  /**
   * {@inheritDoc} All allowed documents become visible together.
   *
   * @throws IsoglossException if another process is writing the index, or an I/O error occurs; then
   *     no document is added or replaced
   */
  @Override
  public List<PutOutcome> putAll(Collection<Document> documents) {
    Optional<IndexManifest.Model> external =
        view.manifest().model().filter(IndexManifest.Model::isExternal);
    return put(
        documents,
        document -> document,
        document ->
            external.ifPresent(
                model -> {
                  throw new IsoglossException(
                      location.name()
                          + ": the index has vectors of the model "
                          + model.name()
                          + ", which the client runs: put documents with their vectors");
                }),
        this::index);
  }

  /**
   * {@inheritDoc} All allowed documents become visible together.
   *
   * @throws IsoglossException like {@link #putAll}
   */
  @Override
  public List<PutOutcome> putAllEmbedded(Collection<EmbeddedDocument> documents) {
    IndexManifest manifest = view.manifest();
    return put(
        documents,
        EmbeddedDocument::document,
        embedded -> manifest.requireGivenVectors(location.name(), embedded),
        this::indexEmbedded);
  }

  /**
   * Writes those documents that are allowed.
   *
   * @param check throws an exception for a document that is not allowed for another reason than its
   *     text and its fields
   */
  private <T> List<PutOutcome> put(
      Collection<T> all,
      Function<T, Document> content,
      Consumer<T> check,
      Consumer<List<T>> writer) {
    FieldTypes types = new FieldTypes(view.fieldTypes()).declared(declaredTypes);
    List<PutOutcome> outcomes = new ArrayList<>();
    List<T> allowed = new ArrayList<>();
    for (T one : all) {
      Document document = content.apply(one);
      try {
        DocumentValidator.require(document);
        FieldTypes extended = types.withFieldsOf(document);
        extended.conform(document);
        check.accept(one);
        types = extended;
        allowed.add(one);
        outcomes.add(PutOutcome.indexed(outcomes.size(), document.id()));
      } catch (IsoglossException e) {
        outcomes.add(
            PutOutcome.rejected(
                outcomes.size(), document.id(), PutOutcome.Reason.INVALID, e.getMessage()));
      }
    }
    if (!allowed.isEmpty()) {
      writer.accept(allowed);
    }
    return outcomes;
  }

  @Override
  public List<VectorHit> nearest(float[] vector, Optional<Filter> filter, int top) {
    return (filter.isPresent()
            ? view.nearest(vector, filter.get(), top)
            : view.nearest(vector, top))
        .stream()
            .map(found -> new VectorHit(found.hit(), found.passage(), found.metadata()))
            .toList();
  }

  /**
   * Adds documents, commits, and refreshes this engine. Each document replaces the document with
   * the same id. One call with many documents is much faster than many calls.
   *
   * @throws IsoglossException if another process is writing the index, an id is invalid, a document
   *     has neither title nor text, or an I/O error occurs; then no document is added, replaced or
   *     deleted
   */
  public IndexingSummary index(Collection<Document> documents) {
    try (DocumentSource source = DocumentSource.of(documents)) {
      return index(source, progress -> {});
    }
  }

  /**
   * Adds the documents of a file or a folder, in any format that {@link Documents} reads. If the
   * process is killed, the same call resumes from the last commit.
   *
   * @throws IsoglossException like {@link #index(Collection)}, and if a document cannot be read
   */
  public IndexingSummary index(Path collection) {
    try (DocumentSource source =
        DocumentSource.of(
            collection, Documents.read(collection, Language.UNDETERMINED, OnError.FAIL))) {
      return index(source, progress -> {});
    }
  }

  /**
   * Adds the documents of a source, as {@link Indexer#index(DocumentSource, Consumer)} does.
   *
   * @param source the documents; closed by the caller
   * @param listener receives the progress a few times a second, on the calling thread
   * @throws IsoglossException like {@link #index(Collection)}
   */
  public IndexingSummary index(DocumentSource source, Consumer<IndexingProgress> listener) {
    return access.run(
        () -> {
          try {
            IndexingSummary summary = writer.index(source, listener);
            access.current().refresh();
            return summary;
          } catch (RuntimeException e) {
            // A long run has committed several times before it fails.
            try {
              access.current().refresh();
            } catch (RuntimeException suppressed) {
              e.addSuppressed(suppressed);
            }
            throw e;
          }
        });
  }

  /**
   * Adds documents whose vectors were computed elsewhere, commits, and refreshes this engine. Each
   * document replaces the document with the same id. One call with many documents is much faster
   * than many calls.
   *
   * @throws IsoglossException if another process is writing the index, the index has no vectors or
   *     stores those of sentences or tokens, a vector does not have its dimension, or an I/O error
   *     occurs
   */
  public IndexingSummary indexEmbedded(Collection<EmbeddedDocument> documents) {
    List<EmbeddedDocument> all = List.copyOf(documents);
    return access.run(
        () -> {
          IndexingSummary summary = writer.indexEmbedded(all);
          access.current().refresh();
          return summary;
        });
  }

  @Override
  public boolean delete(String documentId) {
    return delete(List.of(documentId)) > 0;
  }

  @Override
  public long delete(Filter filter) {
    return delete(access -> access.delete(filter));
  }

  @Override
  public long delete(Collection<String> documentIds) {
    List<String> ids = List.copyOf(documentIds);
    return delete(access -> access.delete(ids));
  }

  private long delete(ToLongFunction<IndexWriteAccess> deletion) {
    return access.run(
        () -> {
          long deleted = deletion.applyAsLong(writer);
          access.current().refresh();
          return deleted;
        });
  }

  /**
   * Adds a translation table to the index, as {@link Indexer#addTranslationTable} does, and
   * refreshes this engine.
   *
   * @return the languages of the table
   */
  public LanguagePair addTable(Path file) {
    return access.run(
        () -> {
          LanguagePair languages = writer.addTable(file);
          access.current().refresh();
          return languages;
        });
  }

  /**
   * {@inheritDoc} Unchanged segments are not read again. Running searches finish on their own
   * commit.
   *
   * @throws IsoglossException if the index was removed, was replaced by one that this engine cannot
   *     search, or is damaged; searches then continue to use the previous commit
   */
  @Override
  public boolean refresh() {
    return access.run(access.current()::refresh);
  }

  /** The pipeline of requests that do not specify one. */
  public Pipeline defaultPipeline() {
    return defaultPipeline;
  }

  /** Where the index is. */
  public IndexLocation location() {
    return location;
  }

  /**
   * Rejects new operations, waits for running operations, and releases the index and the models
   * that the engine opened. A running indexing operation is not cancelled: it ends when its source
   * is exhausted. Closing twice has no effect.
   *
   * @throws IllegalStateException if it is called from within an operation of this engine, for
   *     example by a listener, since that would be a deadlock
   */
  @Override
  public void close() {
    access
        .lifecycle()
        .close(
            () ->
                Cleanup.runAll(writer::close, access.current()::closeUnchecked, components::close));
  }
}
