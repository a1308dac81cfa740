// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;

/**
 * An index that can be searched and changed, in this process or at a server.
 *
 * <pre>{@code
 * searcher.put(Document.of("a", "Der Hund schläft."));
 * for (SearchResult result : searcher.search("where is the dog?")) {
 *   System.out.println(result.passage().text());
 * }
 * }</pre>
 *
 * <p>A change is on disk and visible to searches when its method returns. All methods are safe for
 * use by many threads at once. User errors, such as a filter that does not fit the fields of the
 * documents, are {@link IsoglossException}s, whose messages are suitable for display.
 */
public interface Searcher {
  /**
   * Searches as a request specifies.
   *
   * @throws IsoglossException if the pipeline requires a component that is not available, such as a
   *     re-ranker, a translation table or vectors, the filter does not fit the fields of the
   *     documents, or answers are requested and there is no model that finds them
   * @throws org.isogloss.core.DeadlineExceededException if the search takes longer than the timeout
   *     of the request
   */
  SearchResults search(SearchRequest request);

  /** Searches with default options, for the first ten documents. */
  default SearchResults search(String query) {
    return search(SearchRequest.of(query));
  }

  /** Searches with default options, for the first {@code top} documents. */
  default SearchResults search(String query, int top) {
    return search(SearchRequest.of(query).withTop(top));
  }

  /**
   * Answers many requests, which is faster than one after the other.
   *
   * @return the results of each request, in the order of the requests
   */
  List<SearchResults> searchAll(List<SearchRequest> requests);

  /**
   * Explains the ranks of passages, which need not be results of the request.
   *
   * @param hits the passages; their scores are not used
   * @return the explanations in the order of the hits
   * @throws IsoglossException if the index does not contain a passage
   */
  List<Explanation> explain(SearchRequest request, List<Hit> hits);

  /** Explains the rank of a passage, like {@link #explain(SearchRequest, List)}. */
  default Explanation explain(SearchRequest request, Hit hit) {
    return explain(request, List.of(hit)).getFirst();
  }

  /**
   * Adds a document, or replaces the one with the same id.
   *
   * @throws IsoglossException if the document is not allowed: it has neither title nor text, its id
   *     is not valid, or a field has another type than in the index; or if the index cannot be
   *     written. Then the index is not changed
   */
  void put(Document document);

  /**
   * Adds or replaces documents, which is much faster than one after the other.
   *
   * @return an outcome for each document, in their order; a rejected one does not affect the others
   */
  List<PutOutcome> putAll(Collection<Document> documents);

  /**
   * Adds or replaces documents whose vectors were computed elsewhere, like {@link #putAll}. The
   * index has no model of its own, or the vectors are comparable with those of its model.
   *
   * @return an outcome for each document, in their order. A document is rejected also if the index
   *     has no vectors, stores those of sentences or tokens, or has vectors of another dimension
   */
  List<PutOutcome> putAllEmbedded(Collection<EmbeddedDocument> documents);

  /**
   * Finds the passages whose vectors are nearest to a vector of the caller.
   *
   * @param vector has the dimension of the index and any length, but not only zeros
   * @param filter a condition that documents meet; empty for all documents
   * @param top maximum number of passages, 1 or more
   * @return the passages by descending cosine of their vectors with the given one
   * @throws IsoglossException if the index has no vectors, or vectors of another dimension, or the
   *     filter does not fit the fields of the documents
   */
  List<VectorHit> nearest(float[] vector, Optional<Filter> filter, int top);

  /**
   * Deletes a document.
   *
   * @return whether the index had it
   */
  boolean delete(String documentId);

  /**
   * Deletes documents.
   *
   * @param documentIds ids of the documents; unknown ids are ignored
   * @return number of deleted documents
   */
  long delete(Collection<String> documentIds);

  /**
   * Deletes the documents that meet a filter.
   *
   * @return number of deleted documents
   * @throws IsoglossException if the filter does not fit the fields of the documents
   */
  long delete(Filter filter);

  /** Returns a document with its passages; empty if the index does not have it. */
  Optional<StoredDocument> find(String documentId);

  /**
   * Returns documents with their passages.
   *
   * @return those that the index has, in the order of the ids
   */
  default List<StoredDocument> findAll(Collection<String> documentIds) {
    return documentIds.stream().flatMap(id -> find(id).stream()).toList();
  }

  /**
   * Lists a page of documents, without a query.
   *
   * @throws IsoglossException if the filter or a sort key does not fit the fields of the documents,
   *     or the cursor is not one of a list in this order
   */
  DocumentPage list(ListRequest request);

  /**
   * Lists the documents of a page and of all pages after it. Pages are read as the stream needs
   * them, so that any number of documents can be listed.
   *
   * @throws IsoglossException like {@link #list}, also while the stream is read
   */
  default Stream<StoredDocument> listAll(ListRequest request) {
    return Stream.iterate(
            Optional.of(list(request)),
            Optional::isPresent,
            page -> page.get().cursor().map(cursor -> list(request.withCursor(cursor))))
        .flatMap(page -> page.orElseThrow().documents().stream());
  }

  /**
   * Completes a query that a user has begun to type, from the titles and the words of documents.
   * Changes of the index are visible at once.
   *
   * @return completions, the best first; none if no document has a word that begins like the last
   *     one
   */
  List<Completion> complete(CompletionRequest request);

  /** Returns what the index has, and how it is searched. */
  IndexDescription describe();

  /**
   * Makes the last commit of the index, by any process, visible to searches that begin after this
   * call.
   *
   * @return whether there was a commit that searches did not see
   */
  boolean refresh();
}
