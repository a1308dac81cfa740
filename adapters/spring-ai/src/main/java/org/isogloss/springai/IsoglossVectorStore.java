// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;
import org.isogloss.engine.ResultUnit;
import org.isogloss.engine.SearchEngine;
import org.isogloss.engine.SearchResult;
import org.springframework.ai.document.Document;
import org.springframework.ai.embedding.BatchingStrategy;
import org.springframework.ai.vectorstore.AbstractVectorStoreBuilder;
import org.springframework.ai.vectorstore.SearchRequest;
import org.springframework.ai.vectorstore.filter.Filter;
import org.springframework.ai.vectorstore.observation.AbstractObservationVectorStore;
import org.springframework.ai.vectorstore.observation.VectorStoreObservationContext;

/**
 * A vector store of Spring AI, backed by an Isogloss index in this process.
 *
 * <pre>{@code
 * try (SearchEngine engine = SearchEngine.openOrCreate(Path.of("my-index"))) {
 *   VectorStore store = IsoglossVectorStore.builder(engine).build();
 *   store.add(documents);
 *   List<Document> found = store.similaritySearch("wann wurde Warschau gegründet");
 * }
 * }</pre>
 *
 * <p>The index splits documents into passages and encodes them with its own model. A search runs a
 * pipeline, by default that of the engine: words and vectors in any language, fused and, if the
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
 *   <li>If its re-ranker states probabilities, as the default re-ranker of an index of {@code
 *       compact} does: the probability that the document answers the query, from 0 to 1. The order
 *       is that of the pipeline, which may differ from the order of the probabilities.
 *   <li>{@code dense} without feedback, also after {@code lang:} and with {@code %}: the cosine of
 *       the vectors of the query and of the best passage, as the settings of the index define it.
 *   <li>Otherwise: a number that is comparable only within one search.
 * </ul>
 *
 * <p>A similarity threshold above 0 is a minimum of this probability or cosine. A search with such
 * a threshold is an error if the score is neither. With probabilities, the first {@value
 * org.isogloss.engine.SearchRequest#PROBABILITY_DEPTH} documents, or as many as are requested if
 * these are more, are compared with the threshold.
 *
 * <p>The store is thread-safe. It does not close the engine. What it writes is visible to searches
 * that begin after the call; one call with many documents is much faster than many calls.
 */
public final class IsoglossVectorStore extends AbstractObservationVectorStore {
  /** The name of the kind of store in observations. */
  static final String DATABASE = "isogloss";

  private final SearchEngine engine;
  private final Pipeline pipeline;

  private IsoglossVectorStore(Builder builder) {
    super(builder);
    this.engine = builder.engine;
    this.pipeline = builder.pipeline.orElseGet(engine::defaultPipeline);
    // The engine has checked its own pipeline.
    builder.pipeline.ifPresent(given -> engine.retriever(given, Set.of(), ResultUnit.DOCUMENT));
  }

  /**
   * Returns a builder of a store that is backed by an index.
   *
   * @param engine the index with its model; the caller closes it after the last use of the store
   * @throws IsoglossException if the index has no vectors or was opened without its model
   */
  public static Builder builder(SearchEngine engine) {
    return new Builder(engine);
  }

  /** Options of a store. */
  public static final class Builder extends AbstractVectorStoreBuilder<Builder> {
    private final SearchEngine engine;
    private Optional<Pipeline> pipeline = Optional.empty();

    private Builder(SearchEngine engine) {
      super(IsoglossEmbeddingModel.of(engine));
      this.engine = engine;
    }

    /** Sets the pipeline of all searches. The default is that of the engine. */
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
     * @throws IsoglossException if the pipeline needs a component that is not available
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
   *     case none is added; if a value does not have the type of its field, an id contains white
   *     space, or another process is writing the index
   */
  @Override
  public void doAdd(List<Document> documents) {
    if (!documents.isEmpty()) {
      engine.index(documents.stream().map(SpringDocuments::toIsogloss).toList());
    }
  }

  /** Deletes documents; unknown ids are ignored. */
  @Override
  public void doDelete(List<String> ids) {
    if (!ids.isEmpty()) {
      engine.delete(ids);
    }
  }

  /**
   * Deletes the documents that meet a filter.
   *
   * @throws IsoglossException if the filter does not fit the fields of the documents
   */
  @Override
  protected void doDelete(Filter.Expression expression) {
    if (engine.documents() > 0) { // An empty index has no fields, which a filter needs.
      engine.delete(FilterConverter.convert(expression));
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
    ScoreKind kind = ScoreKind.of(engine, pipeline);
    double threshold = request.getSimilarityThreshold();
    kind.requireThreshold(pipeline, threshold);
    if (request.getTopK() == 0 || engine.documents() == 0) {
      return List.of();
    }
    return engine.search(isoglossRequest(request, kind)).stream()
        .filter(result -> kind.accepts(result.hit().score(), threshold))
        .flatMap(result -> document(result).stream())
        .toList();
  }

  private org.isogloss.engine.SearchRequest isoglossRequest(SearchRequest request, ScoreKind kind) {
    var isogloss =
        org.isogloss.engine.SearchRequest.of(request.getQuery())
            .withPipeline(pipeline)
            .withDepth(request.getTopK());
    Filter.Expression filter = request.getFilterExpression();
    if (filter != null) {
      isogloss = isogloss.withFilter(FilterConverter.convert(filter));
    }
    double threshold = request.getSimilarityThreshold();
    return kind.isMinProbability(threshold) ? isogloss.withMinProbability(threshold) : isogloss;
  }

  /** Returns the document of a result; empty if it was deleted in the meantime. */
  private Optional<Document> document(SearchResult result) {
    List<Passage> passages = engine.document(result.hit().documentId());
    double score = result.probability().orElse(result.hit().score());
    return passages.isEmpty()
        ? Optional.empty()
        : Optional.of(SpringDocuments.toSpring(passages, result.metadata(), score));
  }

  @Override
  public VectorStoreObservationContext.Builder createObservationContextBuilder(
      String operationName) {
    return VectorStoreObservationContext.builder(DATABASE, operationName)
        .collectionName(engine.location().name())
        .dimensions(embeddingModel.dimensions());
  }

  /** Returns the {@link SearchEngine}. */
  @Override
  @SuppressWarnings("unchecked")
  public <T> Optional<T> getNativeClient() {
    return Optional.of((T) engine);
  }
}
