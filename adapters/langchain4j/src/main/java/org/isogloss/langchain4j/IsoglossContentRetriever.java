// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.ContentMetadata;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import java.util.List;
import java.util.Map;
import org.isogloss.api.ResultUnit;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResult;
import org.isogloss.api.Searcher;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Passage;

/**
 * Retrieves passages of an index, in all its languages, for a query in any language. The index is
 * in this process or at a server.
 *
 * <pre>{@code
 * Searcher searcher = SearchEngine.open(Path.of("my-index")); // or client.index("library")
 * ContentRetriever retriever =
 *     IsoglossContentRetriever.builder(searcher).languages("de", "pl").minProbability(0.2).build();
 * }</pre>
 *
 * <p>The text of a content is that of the passage, or its title if the document has no text. The
 * metadata of its segment are the {@linkplain SearchResult#metadata fields of the document} and
 *
 * <ul>
 *   <li>{@value #ID}: the id of the document
 *   <li>{@value #PASSAGE}: the number of the passage in the document, from 0
 *   <li>{@value #LANGUAGE}: the tag of its language, such as {@code de}; missing if it is not known
 *   <li>{@value #TITLE}: the title of the document; missing if it has none
 * </ul>
 *
 * which take precedence over fields of the same names. Booleans and lists become strings, because
 * LangChain4j has no such values. {@link ContentMetadata#SCORE} is a double: the probability that
 * the passage answers the query, from 0 to 1, if the pipeline has a re-ranker or vectors whose
 * probabilities are known; otherwise the score of the pipeline, which is comparable only within one
 * result.
 */
public final class IsoglossContentRetriever implements ContentRetriever {
  /** Key of the id of the document. */
  public static final String ID = Filter.ID;

  /** Key of the number of the passage. */
  public static final String PASSAGE = "passage";

  /** Key of the language tag of the passage. */
  public static final String LANGUAGE = Filter.LANGUAGE;

  /** Key of the title of the document. */
  public static final String TITLE = "title";

  /** Default maximum number of contents, that of LangChain4j's own retrievers. */
  public static final int DEFAULT_MAX_RESULTS = 3;

  private final Searcher searcher;
  private final SearchRequest template;

  private IsoglossContentRetriever(Builder builder) {
    this.searcher = builder.searcher;
    this.template = builder.request;
  }

  /**
   * Returns a builder.
   *
   * @param searcher the index; its engine or client stays open as long as the retriever is used
   */
  public static Builder builder(Searcher searcher) {
    return new Builder(searcher);
  }

  /**
   * Searches the index.
   *
   * @throws IsoglossException if the pipeline requires a component that is not available, the
   *     filter does not fit the fields of the documents, or a minimum probability is set and
   *     probabilities are not known
   */
  @Override
  public List<Content> retrieve(Query query) {
    SearchRequest request = template.withQuery(org.isogloss.core.Query.of(query.text()));
    return searcher.search(request).stream().map(IsoglossContentRetriever::content).toList();
  }

  private static Content content(SearchResult result) {
    Passage passage = result.passage();
    Metadata metadata = new Metadata();
    result.metadata().fields().forEach((name, value) -> SegmentMetadata.put(metadata, name, value));
    metadata.put(ID, passage.documentId());
    metadata.put(PASSAGE, passage.ordinal());
    if (!passage.language().isUndetermined()) {
      metadata.put(LANGUAGE, passage.language().tag());
    }
    if (!passage.title().isBlank()) {
      metadata.put(TITLE, passage.title());
    }
    String text = passage.text().isBlank() ? passage.title() : passage.text();
    double score = result.probability().orElse(result.hit().score());
    return Content.from(TextSegment.from(text, metadata), Map.of(ContentMetadata.SCORE, score));
  }

  /** Options of a retriever. */
  public static final class Builder {
    private final Searcher searcher;
    private SearchRequest request =
        SearchRequest.of("")
            .withLiteral(true)
            .withUnit(ResultUnit.PASSAGE)
            .withTop(DEFAULT_MAX_RESULTS);

    private Builder(Searcher searcher) {
      this.searcher = requireNonNull(searcher, "searcher is null");
    }

    /** Sets the pipeline. The default is that of the index. */
    public Builder pipeline(Pipeline pipeline) {
      request = request.withPipeline(pipeline);
      return this;
    }

    /**
     * Sets the pipeline.
     *
     * @throws IsoglossException if the string cannot be parsed
     */
    public Builder pipeline(String pipeline) {
      return pipeline(Pipeline.parse(pipeline));
    }

    /**
     * Sets the maximum number of contents, 1 or more. The default is {@value #DEFAULT_MAX_RESULTS}.
     */
    public Builder maxResults(int maxResults) {
      if (maxResults < 1) {
        throw new IllegalArgumentException("maxResults is " + maxResults + ", expected 1 or more");
      }
      request = request.withTop(maxResults);
      return this;
    }

    /**
     * Sets the languages of the passages. The default is all languages.
     *
     * @param tags language tags such as {@code de} or {@code zh-Hant}
     * @throws IsoglossException if a tag is not a known language
     */
    public Builder languages(String... tags) {
      request = request.withLanguages(tags);
      return this;
    }

    /** Retrieves only passages of documents that meet a filter. */
    public Builder filter(Filter filter) {
      request = request.withFilter(filter);
      return this;
    }

    /**
     * Retrieves only passages of documents that meet a filter of LangChain4j on their fields,
     * {@value #ID} and {@value #LANGUAGE}. {@code containsString} and comparisons with blank
     * strings are not supported.
     *
     * @throws UnsupportedOperationException if a part of the filter is not supported
     */
    public Builder filter(dev.langchain4j.store.embedding.filter.Filter filter) {
      return filter(new FilterMapper(name -> name, name -> true).map(filter));
    }

    /**
     * Retrieves only passages that answer the query with a probability, from 0 to 1. The pipeline
     * must have a re-ranker or vectors whose probabilities are known.
     */
    public Builder minProbability(double minProbability) {
      request = request.withMinProbability(minProbability);
      return this;
    }

    /**
     * Sets whether several passages of one document are retrieved, or only its best one. The
     * default is {@link ResultUnit#PASSAGE}.
     */
    public Builder unit(ResultUnit unit) {
      request = request.withUnit(unit);
      return this;
    }

    public IsoglossContentRetriever build() {
      return new IsoglossContentRetriever(this);
    }
  }
}
