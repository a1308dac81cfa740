// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.client.IndexDescription;
import org.isogloss.client.IsoglossClient;
import org.isogloss.client.PutOutcome;
import org.isogloss.client.RemoteIndex;
import org.isogloss.client.RequestFailedException;
import org.isogloss.client.SearchHit;
import org.isogloss.core.IsoglossException;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.vectorstore.AbstractVectorStoreBuilder;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.observation.AbstractObservationVectorStore;
import org.springframework.ai.vectorstore.observation.VectorStoreObservationContext;

/**
 * A vector store of Spring AI, backed by an index of an Isogloss server.
 *
 * <pre>{@code
 * IsoglossClient client = IsoglossClient.builder("http://localhost:8080").build();
 * VectorStore store = RemoteVectorStore.builder(client, "library").build();
 * store.add(documents);
 * List<Document> found = store.similaritySearch("wann wurde Warschau gegründet");
 * }</pre>
 *
 * <p>Metadata, filters, scores and thresholds are those of an {@link IsoglossVectorStore} on the
 * same index, with these differences:
 *
 * <ul>
 *   <li>The server checks each document: if it rejects some, {@link #add} fails, but the others are
 *       in the index.
 *   <li>A search is an error if {@code topK} exceeds the limit of the server, which is 1,000.
 *   <li>A document whose text is not stored as a whole is a request of its own after a search.
 * </ul>
 *
 * <p>The store is thread-safe. It does not close the client.
 */
public final class RemoteVectorStore extends AbstractObservationVectorStore {
  private static final int BAD_REQUEST = 400;

  /** Number of ids in a filter. */
  private static final int MAX_IDS = 1_000;

  /** Number of characters of the ids in a filter: the server accepts filters of 100,000. */
  private static final int MAX_FILTER = 50_000;

  /** Number of documents of one search that are requested at the same time. */
  private static final int MAX_REQUESTS = 8;

  private final IsoglossClient client;
  private final RemoteIndex index;
  private final String name;
  private final Pipeline pipeline;

  private RemoteVectorStore(Builder builder) {
    super(builder);
    this.client = builder.client;
    this.name = builder.description.name();
    this.index = client.index(name);
    this.pipeline =
        builder.pipeline.orElseGet(() -> Pipeline.parse(builder.description.pipeline()));
  }

  /**
   * Returns a builder of a store that is backed by an index of a server.
   *
   * @param client stays open as long as the store is used
   * @param index the name of the index
   * @throws IsoglossException if the server cannot be reached, has no such index, or the index has
   *     no vectors
   */
  public static Builder builder(IsoglossClient client, String index) {
    return new Builder(client, client.index(index).describe());
  }

  /**
   * Returns a builder of a store that is backed by the only index of a server.
   *
   * @param client stays open as long as the store is used
   * @throws IsoglossException if the server cannot be reached, does not have exactly one index, or
   *     the index has no vectors
   */
  public static Builder builder(IsoglossClient client) {
    return new Builder(client, client.index().describe());
  }

  /** Options of a store. */
  public static final class Builder extends AbstractVectorStoreBuilder<Builder> {
    private final IsoglossClient client;
    private final IndexDescription description;
    private Optional<Pipeline> pipeline = Optional.empty();

    private Builder(IsoglossClient client, IndexDescription description) {
      super(IsoglossEmbeddingModel.of(client, model(description)));
      this.client = client;
      this.description = description;
    }

    private static String model(IndexDescription index) {
      return index
          .model()
          .orElseThrow(
              () ->
                  new IsoglossException(
                      "the index "
                          + index.name()
                          + " of the server has no model, expected an index with vectors"));
    }

    /** Sets the pipeline of all searches. The default is that of the index. */
    public Builder pipeline(Pipeline pipeline) {
      this.pipeline = Optional.of(pipeline);
      return this;
    }

    /**
     * Sets the pipeline of all searches.
     *
     * @param pipeline a pipeline string such as {@code {bm25, dense}fair}; a re-ranker in it is one
     *     that the server has
     * @throws IsoglossException if the string cannot be parsed
     */
    public Builder pipeline(String pipeline) {
      return pipeline(Pipeline.parse(pipeline));
    }

    /**
     * Always fails, because the index forms the batches that its model encodes.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Builder batchingStrategy(BatchingStrategy batchingStrategy) {
      throw new UnsupportedOperationException(
          "an Isogloss index forms batches itself; leave the batching strategy out");
    }

    @Override
    public RemoteVectorStore build() {
      return new RemoteVectorStore(this);
    }
  }

  /**
   * Indexes documents. Each replaces the document with the same id.
   *
   * @throws IsoglossException if a document has no text or metadata that cannot be stored, in which
   *     case none is added; or if the server rejects some, in which case the others are added
   */
  @Override
  public void doAdd(List<Document> documents) {
    if (documents.isEmpty()) {
      return;
    }
    List<PutOutcome> rejected =
        index.putAll(documents.stream().map(SpringDocuments::toIsogloss).toList()).stream()
            .filter(outcome -> !outcome.isIndexed())
            .toList();
    if (!rejected.isEmpty()) {
      PutOutcome first = rejected.getFirst();
      throw new IsoglossException(
          "the server rejected "
              + rejected.size()
              + " of "
              + documents.size()
              + " documents and added the others; the first one is "
              + documents.get((int) first.position()).getId()
              + ": "
              + first.rejection().orElseThrow().detail());
    }
  }

  /** Deletes documents; unknown ids are ignored. */
  @Override
  public void doDelete(List<String> ids) {
    List<String> some = new ArrayList<>();
    int characters = 0;
    for (String id : ids) {
      // A character that is escaped counts twice, quotes and the separator for four.
      int added = 2 * id.length() + 4;
      if (some.size() == MAX_IDS || (!some.isEmpty() && characters + added > MAX_FILTER)) {
        deleteAll(some);
        some.clear();
        characters = 0;
      }
      some.add(id);
      characters += added;
    }
    if (!some.isEmpty()) {
      deleteAll(some);
    }
  }

  private void deleteAll(List<String> ids) {
    index.deleteMatching(
        org.isogloss.api.filter.Filter.oneOf(
                org.isogloss.api.filter.Filter.ID, ids.toArray(String[]::new))
            .toString());
  }

  /**
   * Deletes the documents that meet a filter.
   *
   * @throws IsoglossException if the filter does not fit the fields of the documents
   */
  @Override
  protected void doDelete(Filter.Expression expression) {
    String filter = FilterConverter.convert(expression).toString();
    try {
      index.deleteMatching(filter);
    } catch (RequestFailedException e) {
      requireEmpty(e);
    }
  }

  /** Rethrows a failure of a filter, unless the index is empty: then it has no fields, either. */
  private void requireEmpty(RequestFailedException failure) {
    if (failure.status().orElse(0) != BAD_REQUEST || index.describe().documents() > 0) {
      throw failure;
    }
  }

  /**
   * Searches with the pipeline of the store. A blank query finds nothing.
   *
   * @throws IsoglossException if the filter does not fit the fields of the documents, or there is a
   *     similarity threshold but the scores are neither probabilities nor cosines
   */
  @Override
  public List<Document> doSimilaritySearch(SearchRequest request) {
    requireNonNull(request, "request is null");
    ScoreKind kind = ScoreKind.ofServer(pipeline);
    double threshold = request.getSimilarityThreshold();
    kind.requireThreshold(pipeline, threshold);
    if (request.getTopK() == 0) {
      return List.of();
    }
    return documents(
        search(request, kind).stream()
            .filter(hit -> kind.accepts(hit.score(), threshold))
            .toList());
  }

  private List<SearchHit> search(SearchRequest request, ScoreKind kind) {
    var isogloss =
        org.isogloss.client.SearchRequest.of(request.getQuery())
            .withPipeline(pipeline.toString())
            .withTop(request.getTopK());
    double threshold = request.getSimilarityThreshold();
    if (kind.isMinProbability(threshold)) {
      isogloss = isogloss.withMinProbability(threshold);
    }
    Filter.Expression filter = request.getFilterExpression();
    if (filter == null) {
      return index.search(isogloss).hits();
    }
    isogloss = isogloss.withFilter(FilterConverter.convert(filter).toString());
    try {
      return index.search(isogloss).hits();
    } catch (RequestFailedException e) {
      requireEmpty(e);
      return List.of();
    }
  }

  private List<Document> documents(List<SearchHit> hits) {
    try (ExecutorService requests =
        Executors.newFixedThreadPool(MAX_REQUESTS, Thread.ofVirtual().factory())) {
      List<CompletableFuture<Optional<Document>>> documents =
          hits.stream()
              .map(hit -> CompletableFuture.supplyAsync(() -> document(hit), requests))
              .toList();
      return documents.stream().flatMap(document -> document.join().stream()).toList();
    } catch (CompletionException e) {
      throw e.getCause() instanceof IsoglossException failure ? failure : e;
    }
  }

  /** Returns the document of a hit; empty if it was deleted in the meantime. */
  private Optional<Document> document(SearchHit hit) {
    double score = hit.probability().orElse(hit.score());
    return SpringDocuments.containText(hit.metadata())
        ? Optional.of(SpringDocuments.toSpring(List.of(hit.passage()), hit.metadata(), score))
        : index
            .find(hit.passage().documentId())
            .map(
                document ->
                    SpringDocuments.toSpring(document.passages(), document.metadata(), score));
  }

  @Override
  public VectorStoreObservationContext.Builder createObservationContextBuilder(
      String operationName) {
    return VectorStoreObservationContext.builder(IsoglossVectorStore.DATABASE, operationName)
        .collectionName(name)
        .dimensions(embeddingModel.dimensions());
  }

  /** Returns the {@link IsoglossClient}. */
  @Override
  @SuppressWarnings("unchecked")
  public <T> Optional<T> getNativeClient() {
    return Optional.of((T) client);
  }
}
