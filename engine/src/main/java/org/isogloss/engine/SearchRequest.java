package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;
import org.isogloss.search.pipeline.Pipeline;

/**
 * What to search for, and how.
 *
 * @param query the text, and its language if that is known
 * @param pipeline how to search; empty for the engine's default
 * @param languages of the documents that are wanted; all if it is empty
 * @param unit what the results are
 * @param depth number of results on a page, 1 or more; the last page may have fewer
 * @param page which page of the results, from 1
 * @param evidence whether results state which of their words counted as which words of the query
 */
public record SearchRequest(
    Query query,
    Optional<Pipeline> pipeline,
    Set<LanguageRange> languages,
    ResultUnit unit,
    int depth,
    int page,
    boolean evidence) {
  /** Number of results on a page unless another one is given. */
  public static final int DEFAULT_DEPTH = 10;

  public SearchRequest {
    requireNonNull(query, "query is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(unit, "unit is null");
    languages = Collections.unmodifiableSet(new LinkedHashSet<>(languages));
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    if (page < 1) {
      throw new IllegalArgumentException("page is " + page + ", expected 1 or more");
    }
  }

  /** The first {@value #DEFAULT_DEPTH} documents for a text in whatever language. */
  public static SearchRequest of(String query) {
    return of(Query.of(query));
  }

  /** The first {@value #DEFAULT_DEPTH} documents for a query. */
  public static SearchRequest of(Query query) {
    return new SearchRequest(
        query, Optional.empty(), Set.of(), ResultUnit.DOCUMENT, DEFAULT_DEPTH, 1, false);
  }

  /** The same for another query. */
  public SearchRequest withQuery(Query other) {
    return new SearchRequest(other, pipeline, languages, unit, depth, page, evidence);
  }

  /**
   * The same with a query that is known to be in a language.
   *
   * @param tag such as {@code de} or {@code zh-Hant}
   * @throws IsoglossException if no such language is known
   */
  public SearchRequest withQueryLanguage(String tag) {
    return withQuery(new Query(query.id(), Language.of(tag), query.text()));
  }

  /** The same by another pipeline. */
  public SearchRequest withPipeline(Pipeline other) {
    return new SearchRequest(query, Optional.of(other), languages, unit, depth, page, evidence);
  }

  /**
   * The same by another pipeline. To use one pipeline in many requests, {@linkplain Pipeline#parse
   * parse} it once.
   *
   * @throws IsoglossException if it cannot be read
   */
  public SearchRequest withPipeline(String other) {
    return withPipeline(Pipeline.parse(other));
  }

  /** The same for documents in other languages; in all if there is none. */
  public SearchRequest withLanguages(Collection<LanguageRange> other) {
    return new SearchRequest(
        query, pipeline, new LinkedHashSet<>(other), unit, depth, page, evidence);
  }

  /**
   * The same for documents in other languages.
   *
   * @param tags such as {@code de}, or {@code zh-Hant} for Chinese in this script only
   * @throws IsoglossException if no such language is known
   */
  public SearchRequest withLanguages(String... tags) {
    return withLanguages(Stream.of(tags).map(LanguageRange::of).toList());
  }

  /** The same with results of another kind. */
  public SearchRequest withUnit(ResultUnit other) {
    return new SearchRequest(query, pipeline, languages, other, depth, page, evidence);
  }

  /** The same with another number of results on a page. */
  public SearchRequest withDepth(int other) {
    return new SearchRequest(query, pipeline, languages, unit, other, page, evidence);
  }

  /** Another page of the same results. */
  public SearchRequest withPage(int other) {
    return new SearchRequest(query, pipeline, languages, unit, depth, other, evidence);
  }

  /** The same with, or without, {@link SearchResult#evidence}. */
  public SearchRequest withEvidence(boolean other) {
    return new SearchRequest(query, pipeline, languages, unit, depth, page, other);
  }

  /** Number of results before the page. */
  public long offset() {
    return (page - 1L) * depth;
  }

  /** Requests for several texts, in their order, each otherwise like this one. */
  public List<SearchRequest> forAll(List<Query> queries) {
    return queries.stream().map(this::withQuery).toList();
  }
}
