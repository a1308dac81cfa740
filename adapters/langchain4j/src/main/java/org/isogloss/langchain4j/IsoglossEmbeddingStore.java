// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingMatch;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingSearchResult;
import dev.langchain4j.store.embedding.EmbeddingStore;
import dev.langchain4j.store.embedding.RelevanceScore;
import dev.langchain4j.store.embedding.filter.Filter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.core.Document;
import org.isogloss.core.Language;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.Models;
import org.isogloss.engine.NearestPassage;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.manifest.VectorOptions;

/**
 * Stores embeddings and their segments in an index folder. Each segment is a document of one
 * passage, and its metadata are the fields of the document. If the embeddings are those of an
 * {@link IsoglossEmbeddingModel}, the folder is a full index of Isogloss: the command line and
 * {@link IsoglossContentRetriever} search it by words and vectors, in any pipeline.
 *
 * <ul>
 *   <li>The score of a match is {@code (1 + cosine) / 2}. Up to 20,000 embeddings that meet the
 *       filter are compared exhaustively, more of them with a graph that may miss some of the
 *       nearest.
 *   <li>Embeddings are scaled to unit length. One of zeros is stored, but no search finds it.
 *   <li>An id has at most 1,000 characters and no white space. Adding an id again replaces it.
 *   <li>A metadata key has the type of its first value, and a later value of another type is an
 *       error; a string such as {@code 2024-05-31} makes it a date. A store over an engine that was
 *       opened with {@link EngineBuilder#fieldTypes} has declared types. Numbers are returned as an
 *       integer, long or double, UUIDs as strings; the getters of the metadata convert them.
 *   <li>Filters compare numbers in double precision and strings by code points. {@code
 *       containsString} and comparisons with blank strings are not supported. No document has the
 *       value of an unknown key.
 *   <li>The query text of a search request is not used.
 *   <li>Each call that changes the store is a commit, which is on disk when the call returns; add
 *       many embeddings in one call.
 * </ul>
 *
 * <p>Any number of threads may use a store. One process at a time can write the folder.
 */
public final class IsoglossEmbeddingStore implements EmbeddingStore<TextSegment>, AutoCloseable {
  private final SearchEngine engine;
  private final Runnable close;

  private IsoglossEmbeddingStore(SearchEngine engine, Runnable close) {
    this.engine = requireNonNull(engine, "engine is null");
    this.close = close;
  }

  /**
   * Opens the store in a folder, or creates one if the folder is missing or empty.
   *
   * @param model the model of the embeddings; an existing store accepts only the model with which
   *     it was created. Stays open when the store is closed. Models other than {@link
   *     IsoglossEmbeddingModel}, wrappers of one among them, are identified by name and dimension
   * @throws org.isogloss.core.IsoglossException if the folder contains other files, a damaged store
   *     or one of another model
   */
  public static IsoglossEmbeddingStore open(Path folder, EmbeddingModel model) {
    EngineBuilder builder = SearchEngine.at(folder).pipeline("bm25");
    SearchEngine engine =
        (model instanceof IsoglossEmbeddingModel own
                ? builder
                    .encoder(own.modelName(), own.encoder())
                    .vectors(VectorOptions.PLAIN)
                    .tokenVectors(Models.NONE)
                : builder.externalModel(model.modelName(), model.dimension()))
            .openOrCreate();
    return new IsoglossEmbeddingStore(engine, engine::close);
  }

  /**
   * Returns a store over the index of an engine, which must not store vectors of sentences or
   * tokens: create it with {@link VectorOptions#PLAIN} and the token vectors {@link Models#NONE},
   * or with {@link EngineBuilder#externalModel}.
   *
   * @param engine stays open when the store is closed
   */
  public static IsoglossEmbeddingStore of(SearchEngine engine) {
    return new IsoglossEmbeddingStore(engine, () -> {});
  }

  @Override
  public String add(Embedding embedding) {
    return addAll(List.of(embedding)).getFirst();
  }

  @Override
  public void add(String id, Embedding embedding) {
    addAll(List.of(id), List.of(embedding), null);
  }

  @Override
  public String add(Embedding embedding, TextSegment segment) {
    return addAll(List.of(embedding), Collections.singletonList(segment)).getFirst();
  }

  @Override
  public List<String> addAll(List<Embedding> embeddings) {
    return addAll(embeddings, null);
  }

  /**
   * Adds embeddings with given ids.
   *
   * @param segments the embedded segments; null, or null elements, for embeddings without one, as
   *     LangChain4j defines it
   * @throws IllegalArgumentException if the lists have different sizes
   */
  @Override
  public void addAll(List<String> ids, List<Embedding> embeddings, List<TextSegment> segments) {
    if (ids.size() != embeddings.size()
        || (segments != null && segments.size() != embeddings.size())) {
      throw new IllegalArgumentException(
          ids.size()
              + " ids, "
              + embeddings.size()
              + " embeddings and "
              + (segments == null ? "no" : segments.size())
              + " segments are given, expected the same number of each");
    }
    List<EmbeddedDocument> documents = new ArrayList<>(ids.size());
    for (int i = 0; i < ids.size(); i++) {
      documents.add(
          new EmbeddedDocument(
              document(ids.get(i), segments == null ? null : segments.get(i)),
              embeddings.get(i).vector()));
    }
    if (!documents.isEmpty()) {
      engine.indexEmbedded(documents);
    }
  }

  private static Document document(String id, TextSegment segment) {
    return segment == null
        ? new Document(id, Language.UNDETERMINED, "", "", Metadata.EMPTY)
        : new Document(
            id,
            Language.UNDETERMINED,
            "",
            segment.text(),
            SegmentMetadata.toFields(segment.metadata()));
  }

  @Override
  public EmbeddingSearchResult<TextSegment> search(EmbeddingSearchRequest request) {
    float[] vector = request.queryEmbedding().vector();
    List<NearestPassage> nearest =
        request.filter() == null
            ? engine.view().nearest(vector, request.maxResults())
            : engine.view().nearest(vector, mapped(request.filter()), request.maxResults());
    return new EmbeddingSearchResult<>(
        nearest.stream()
            .map(IsoglossEmbeddingStore::match)
            .filter(match -> match.score() >= request.minScore())
            .toList());
  }

  private static EmbeddingMatch<TextSegment> match(NearestPassage nearest) {
    String text = nearest.passage().text();
    return new EmbeddingMatch<>(
        RelevanceScore.fromCosineSimilarity(Math.clamp(nearest.hit().score(), -1, 1)),
        nearest.hit().documentId(),
        Embedding.from(nearest.vector()),
        text.isBlank()
            ? null
            : TextSegment.from(text, SegmentMetadata.toSegment(nearest.metadata())));
  }

  @Override
  public void removeAll(Collection<String> ids) {
    if (ids == null || ids.isEmpty()) {
      throw new IllegalArgumentException("ids cannot be null or empty");
    }
    engine.delete(ids);
  }

  @Override
  public void removeAll(Filter filter) {
    if (filter == null) {
      throw new IllegalArgumentException("filter cannot be null");
    }
    engine.delete(mapped(filter));
  }

  @Override
  public void removeAll() {
    engine.delete(FilterMapper.EVERYTHING);
  }

  private org.isogloss.api.filter.Filter mapped(Filter filter) {
    Set<String> fields = engine.view().fieldTypes().keySet();
    return new FilterMapper(SegmentMetadata::fieldName, fields::contains).map(filter);
  }

  /** Closes the index if this object has opened it. Closing twice has no effect. */
  @Override
  public void close() {
    close.run();
  }
}
