// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.langchain4j;

import static java.util.Objects.requireNonNull;

import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import java.util.List;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.client.RemoteIndex;
import org.isogloss.client.RequestFailedException;
import org.isogloss.client.SearchHit;
import org.isogloss.client.SearchRequest;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.ResultUnit;

/**
 * Retrieves passages of an index of a server, in all its languages, for a query in any language.
 *
 * <pre>{@code
 * IsoglossClient client = IsoglossClient.builder("http://localhost:8080").build();
 * ContentRetriever retriever =
 *     RemoteContentRetriever.builder(client.index("library")).languages("de", "pl").build();
 * }</pre>
 *
 * <p>Contents, metadata and scores are those of an {@link IsoglossContentRetriever} on the same
 * index. A re-ranker in a pipeline is one that the server has.
 */
public final class RemoteContentRetriever implements ContentRetriever {
  private final RemoteIndex index;
  private final SearchRequest template;

  private RemoteContentRetriever(Builder builder) {
    this.index = builder.index;
    this.template = builder.request;
  }

  /**
   * Returns a builder.
   *
   * @param index the index to search; its client stays open as long as the retriever is used
   */
  public static Builder builder(RemoteIndex index) {
    return new Builder(index);
  }

  /**
   * Searches the index.
   *
   * @throws RequestFailedException if the server refuses the search, such as one with a filter that
   *     does not fit the fields of the documents, or cannot be reached
   */
  @Override
  public List<Content> retrieve(Query query) {
    return index.search(template.withQuery(query.text())).hits().stream()
        .map(RemoteContentRetriever::content)
        .toList();
  }

  private static Content content(SearchHit hit) {
    return PassageContent.of(hit.passage(), hit.metadata(), hit.probability(), hit.score());
  }

  /** Options of a retriever. */
  public static final class Builder {
    private final RemoteIndex index;
    private SearchRequest request =
        SearchRequest.of("")
            .withUnit(SearchRequest.Unit.PASSAGE)
            .withTop(IsoglossContentRetriever.DEFAULT_MAX_RESULTS);

    private Builder(RemoteIndex index) {
      this.index = requireNonNull(index, "index is null");
    }

    /** Sets the pipeline. The default is that of the index. */
    public Builder pipeline(Pipeline pipeline) {
      request = request.withPipeline(pipeline.toString());
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
     * Sets the maximum number of contents, 1 or more. The default is {@value
     * IsoglossContentRetriever#DEFAULT_MAX_RESULTS}. The server has a limit, too.
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
      request = request.withFilter(filter.toString());
      return this;
    }

    /**
     * Retrieves only passages of documents that meet a filter of LangChain4j, as {@link
     * IsoglossContentRetriever.Builder#filter(dev.langchain4j.store.embedding.filter.Filter)} does.
     *
     * @throws UnsupportedOperationException if a part of the filter is not supported
     */
    public Builder filter(dev.langchain4j.store.embedding.filter.Filter filter) {
      return filter(new FilterMapper(name -> name, name -> true).map(filter));
    }

    /**
     * Retrieves only passages that answer the query with a probability, from 0 to 1. The pipeline
     * must have a re-ranker whose probabilities are known.
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
      request =
          request.withUnit(
              switch (unit) {
                case DOCUMENT -> SearchRequest.Unit.DOCUMENT;
                case PASSAGE -> SearchRequest.Unit.PASSAGE;
              });
      return this;
    }

    public RemoteContentRetriever build() {
      return new RemoteContentRetriever(this);
    }
  }
}
