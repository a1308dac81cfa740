// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.SearchResult;
import org.isogloss.api.Searcher;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.embedding.EmbeddingModel;
import org.springframework.ai.vectorstore.AbstractVectorStoreBuilder;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.observation.AbstractObservationVectorStore;
import org.springframework.ai.vectorstore.observation.VectorStoreObservationContext;

/**
 * A vector store of Spring AI, backed by an Isogloss index in this process or at a server.
 *
 * <pre>{@code
 * SearchEngine engine = SearchEngine.openOrCreate(Path.of("my-index"));
 * VectorStore store =
 *     IsoglossVectorStore.builder(engine, LocalEmbeddingModels.of(engine)).build();
 *
 * IsoglossClient client = IsoglossClient.connect("http://localhost:8080");
 * VectorStore remote =
 *     IsoglossVectorStore.builder(client.index("library"), RemoteEmbeddingModels.of(client, "compact"))
 *         .build();
 * }</pre>
 *
 * <p>The index splits documents into passages and encodes them with its own model. A search runs a
 * pipeline, by default that of the index: words and vectors in any language, fused and, if the
 * index has a re-ranker, re-ranked. It returns whole documents, each at the rank of its best
 * passage.
 *
 * <p><b>Metadata.</b> Values are strings, numbers, booleans, dates, and lists of these; anything
 * else is an error. A field has one type in the whole index, that of its first value. Dates are
 * returned as strings, numbers in the smallest type that holds them; blank strings and empty lists
 * are left out. A {@code title} is searched and encoded with the text. A {@code language} is a
 * language tag such as {@code de}; without it the language is identified from the text. Documents
 * that are found have both if the index knows them.
 *
 * <p><b>Filters.</b> Every operator of Spring AI is supported. A field that no document has is an
 * error, except in an empty store.
 *
 * <p><b>Scores.</b> The meaning of a document's score depends on the pipeline:
 *
 * <ul>
 *   <li>{@code dense} without feedback, also after {@code lang:} and with {@code %}: the cosine of
 *       the vectors of the query and of the best passage, as the settings of the index define it.
 *   <li>If the probabilities of the re-ranker are known, as those of the default re-ranker of an
 *       index of {@code compact} are, or without a re-ranker those of the vectors: the probability
 *       that the document answers the query, from 0 to 1. The order is that of the pipeline, which
 *       may differ from the order of the probabilities.
 *   <li>Otherwise: a number that is comparable only within one search.
 * </ul>
 *
 * <p>A similarity threshold above 0 is a minimum of this probability or cosine. A search with such
 * a threshold is an error if the score is neither. With probabilities, the first {@value
 * org.isogloss.api.SearchRequest#PROBABILITY_DEPTH} documents, or as many as are requested if these
 * are more, are compared with the threshold.
 *
 * <p>The store is thread-safe. It does not close the engine or the client of its index. What it
 * writes is visible to searches that begin after the call; one call with many documents is much
 * faster than many calls.
 */
public final class IsoglossVectorStore extends AbstractObservationVectorStore {
  /** The name of the kind of store in observations. */
  static final String DATABASE = "isogloss";

  private final Searcher searcher;
  private final String name;
  private final Pipeline pipeline;

  private IsoglossVectorStore(Builder builder) {
    super(builder);
    this.searcher = builder.searcher;
    this.name = builder.description.name();
    this.pipeline =
        builder.pipeline.orElseGet(() -> Pipeline.parse(builder.description.pipeline()));
    if (builder.pipeline.isPresent()) {
      requireAvailable(searcher, pipeline);
    }
  }

  /** Fails if a pipeline needs a component that the index does not have: searches for a word. */
  private static void requireAvailable(Searcher searcher, Pipeline pipeline) {
    searcher.search(org.isogloss.api.SearchRequest.of("word").withPipeline(pipeline).withTop(1));
  }

  /**
   * Returns a builder of a store that is backed by an index.
   *
   * @param searcher the index with its model; the caller closes its engine or client after the last
   *     use of the store
   * @param embeddingModel the model of the vectors of the index, whose dimension observations state
   * @throws IsoglossException if the index has no vectors or was opened without its model, or the
   *     server cannot be reached
   */
  public static Builder builder(Searcher searcher, EmbeddingModel embeddingModel) {
    IndexDescription description = searcher.describe();
    if (description.model().isEmpty()) {
      throw new IsoglossException(
          description.name()
              + ": the index was created or opened without a model, expected an index with vectors");
    }
    return new Builder(searcher, description, embeddingModel);
  }

  /** Options of a store. */
  public static final class Builder extends AbstractVectorStoreBuilder<Builder> {
    private final Searcher searcher;
    private final IndexDescription description;
    private Optional<Pipeline> pipeline = Optional.empty();

    private Builder(
        Searcher searcher, IndexDescription description, EmbeddingModel embeddingModel) {
      super(embeddingModel);
      this.searcher = searcher;
      this.description = description;
    }

    /** Sets the pipeline of all searches. The default is that of the index. */
    public Builder pipeline(Pipeline pipeline) {
      this.pipeline = Optional.of(pipeline);
      return this;
    }

    /**
     * Sets the pipeline of all searches.
     *
     * @param pipeline a pipeline string such as {@code {bm25, dense}fair}
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

    /**
     * Returns the store.
     *
     * @throws IsoglossException if a pipeline was set and needs a component that is not available
     */
    @Override
    public IsoglossVectorStore build() {
      return new IsoglossVectorStore(this);
    }
  }

  /**
   * Indexes documents. Each replaces the document with the same id.
   *
   * @throws IsoglossException if a document has no text or metadata that cannot be stored, in which
   *     case none is added; if the index rejects some, for example because a value does not have
   *     the type of its field, in which case the others are added; or if it cannot be written
   */
  @Override
  public void doAdd(List<Document> documents) {
    if (documents.isEmpty()) {
      return;
    }
    List<PutOutcome> rejected =
        searcher.putAll(documents.stream().map(SpringDocuments::toIsogloss).toList()).stream()
            .filter(outcome -> !outcome.isIndexed())
            .toList();
    if (!rejected.isEmpty()) {
      PutOutcome first = rejected.getFirst();
      throw new IsoglossException(
          "the index rejected "
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
    if (!ids.isEmpty()) {
      searcher.delete(ids);
    }
  }

  /**
   * Deletes the documents that meet a filter.
   *
   * @throws IsoglossException if the filter does not fit the fields of the documents
   */
  @Override
  protected void doDelete(Filter.Expression expression) {
    var filter = FilterConverter.convert(expression);
    try {
      searcher.delete(filter);
    } catch (IsoglossException e) {
      requireEmpty(e);
    }
  }

  /** Rethrows a failure of a filter, unless the index is empty: then it has no fields, either. */
  private void requireEmpty(IsoglossException failure) {
    if (searcher.describe().documentCount() > 0) {
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
    ScoreKind kind = ScoreKind.of(pipeline);
    double threshold = request.getSimilarityThreshold();
    kind.requireThreshold(pipeline, threshold);
    if (request.getTopK() == 0) {
      return List.of();
    }
    return documents(
        search(request, kind).stream()
            .filter(result -> kind.accepts(result.hit().score(), threshold))
            .toList(),
        kind);
  }

  /** Returns results, none for a blank query. */
  private List<SearchResult> search(SearchRequest request, ScoreKind kind) {
    if (request.getQuery().isBlank()) {
      return List.of();
    }
    var isogloss = isoglossRequest(request, kind);
    try {
      return searcher.search(isogloss).results();
    } catch (IsoglossException e) {
      if (request.getFilterExpression() == null) {
        throw e;
      }
      requireEmpty(e);
      return List.of();
    }
  }

  private org.isogloss.api.SearchRequest isoglossRequest(SearchRequest request, ScoreKind kind) {
    var isogloss =
        org.isogloss.api.SearchRequest.of(request.getQuery())
            .withLiteral(true)
            .withPipeline(pipeline)
            .withTop(request.getTopK());
    Filter.Expression filter = request.getFilterExpression();
    if (filter != null) {
      isogloss = isogloss.withFilter(FilterConverter.convert(filter));
    }
    double threshold = request.getSimilarityThreshold();
    return kind.isMinProbability(threshold) ? isogloss.withMinProbability(threshold) : isogloss;
  }

  /** Returns the documents of results, without those that were deleted in the meantime. */
  private List<Document> documents(List<SearchResult> results, ScoreKind kind) {
    Map<String, StoredDocument> stored = new HashMap<>();
    searcher
        .findAll(
            results.stream()
                .filter(result -> !SpringDocuments.containText(result.metadata()))
                .map(result -> result.hit().documentId())
                .toList())
        .forEach(document -> stored.put(document.id(), document));
    return results.stream().flatMap(result -> document(result, kind, stored).stream()).toList();
  }

  private static Optional<Document> document(
      SearchResult result, ScoreKind kind, Map<String, StoredDocument> stored) {
    double score = kind.of(result);
    return SpringDocuments.containText(result.metadata())
        ? Optional.of(SpringDocuments.toSpring(List.of(result.passage()), result.metadata(), score))
        : Optional.ofNullable(stored.get(result.hit().documentId()))
            .map(found -> SpringDocuments.toSpring(found.passages(), found.metadata(), score));
  }

  @Override
  public VectorStoreObservationContext.Builder createObservationContextBuilder(
      String operationName) {
    return VectorStoreObservationContext.builder(DATABASE, operationName)
        .collectionName(name)
        .dimensions(embeddingModel.dimensions());
  }

  /** Returns the {@link Searcher}. */
  @Override
  @SuppressWarnings("unchecked")
  public <T> Optional<T> getNativeClient() {
    return Optional.of((T) searcher);
  }
}
