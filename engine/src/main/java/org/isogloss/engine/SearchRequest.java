// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.isogloss.api.Snippet;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;

/**
 * A search request: the query and how to answer it.
 *
 * @param query the text, and its language if known
 * @param pipeline the pipeline; empty for the engine's default pipeline
 * @param languages languages of the documents to return; all languages if empty
 * @param filter a condition on the fields of the documents; empty for all documents
 * @param unit whether the results are documents or passages
 * @param depth number of results on a page, 1 or more; the last page may have fewer
 * @param page number of the page of results, from 1
 * @param explanations whether results state why they have their rank ({@link
 *     SearchResult#explanation})
 * @param facets fields whose values are counted in the first {@value #FACET_DEPTH} documents found
 * @param groupsVersions whether the likely translations of a text are one result, with the others
 *     as its {@link SearchResult#versions}, among the first {@value #VERSION_DEPTH} hits; later
 *     ones are results of their own. Score and probability of a result are those of its best
 *     version
 * @param preferredLanguages the languages of which the first one that a text has is shown if
 *     versions are grouped; the query's language if empty, otherwise the best version
 * @param minProbability results with a lower {@link SearchResult#probability} are left out, from 0
 *     to 1; only the first {@value #PROBABILITY_DEPTH} results, or those up to the last one of the
 *     page, are examined. Empty for all results
 * @param snippetLength maximum number of characters of a passage in a snippet, 1 or more
 * @param answers maximum number of {@link SearchResults#answers}, 0 to look for none
 * @param answerPassages number of results whose passages are read for answers, 1 or more: the first
 *     ones, whatever page is shown
 */
public record SearchRequest(
    Query query,
    Optional<Pipeline> pipeline,
    Set<LanguageRange> languages,
    Optional<Filter> filter,
    ResultUnit unit,
    int depth,
    int page,
    boolean explanations,
    List<String> facets,
    boolean groupsVersions,
    List<LanguageRange> preferredLanguages,
    OptionalDouble minProbability,
    int snippetLength,
    int answers,
    int answerPassages) {
  /** Default number of results on a page. */
  public static final int DEFAULT_DEPTH = 10;

  /** Number of documents in which the values of facets are counted. */
  public static final int FACET_DEPTH = 1_000;

  /** Number of hits that are grouped if versions of a text are one result. */
  public static final int VERSION_DEPTH = 1_000;

  /** Default number of results whose passages are read for answers. */
  public static final int DEFAULT_ANSWER_PASSAGES = 10;

  /** Minimum number of results that are examined for a minimum probability. */
  public static final int PROBABILITY_DEPTH = 100;

  public SearchRequest {
    requireNonNull(query, "query is null");
    requireNonNull(pipeline, "pipeline is null");
    requireNonNull(filter, "filter is null");
    requireNonNull(unit, "unit is null");
    requireNonNull(minProbability, "minProbability is null");
    if (!(minProbability.orElse(0) >= 0 && minProbability.orElse(0) <= 1)) {
      throw new IllegalArgumentException(
          "minProbability is " + minProbability.getAsDouble() + ", expected 0 to 1");
    }
    facets = List.copyOf(facets);
    preferredLanguages = List.copyOf(preferredLanguages);
    languages = Collections.unmodifiableSet(new LinkedHashSet<>(languages));
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    if (page < 1) {
      throw new IllegalArgumentException("page is " + page + ", expected 1 or more");
    }
    if (snippetLength < 1) {
      throw new IllegalArgumentException(
          "snippetLength is " + snippetLength + ", expected 1 or more");
    }
    if (answers < 0) {
      throw new IllegalArgumentException("answers is " + answers + ", expected 0 or more");
    }
    if (answerPassages < 1) {
      throw new IllegalArgumentException(
          "answerPassages is " + answerPassages + ", expected 1 or more");
    }
  }

  /**
   * Creates a request for the first {@value #DEFAULT_DEPTH} documents for a text in any language.
   */
  public static SearchRequest of(String query) {
    return of(Query.of(query));
  }

  /** Creates a request for the first {@value #DEFAULT_DEPTH} documents for a query. */
  public static SearchRequest of(Query query) {
    return new SearchRequest(
        query,
        Optional.empty(),
        Set.of(),
        Optional.empty(),
        ResultUnit.DOCUMENT,
        DEFAULT_DEPTH,
        1,
        false,
        List.of(),
        false,
        List.of(),
        OptionalDouble.empty(),
        Snippet.DEFAULT_LENGTH,
        0,
        DEFAULT_ANSWER_PASSAGES);
  }

  /** Returns a copy with another query. */
  public SearchRequest withQuery(Query other) {
    return with(copy -> copy.query = other);
  }

  /**
   * Returns a copy that specifies the language of the query.
   *
   * @param tag a language tag such as {@code de} or {@code zh-Hant}
   * @throws IsoglossException if no such language is known
   */
  public SearchRequest withQueryLanguage(String tag) {
    return withQuery(new Query(query.id(), Language.of(tag), query.text()));
  }

  /** Returns a copy with another pipeline. */
  public SearchRequest withPipeline(Pipeline other) {
    return with(copy -> copy.pipeline = Optional.of(other));
  }

  /**
   * Returns a copy with another pipeline. To use one pipeline in many requests, {@linkplain
   * Pipeline#parse parse} it once.
   *
   * @throws IsoglossException if the string cannot be parsed
   */
  public SearchRequest withPipeline(String other) {
    return withPipeline(Pipeline.parse(other));
  }

  /** Returns a copy with other document languages; all languages if the collection is empty. */
  public SearchRequest withLanguages(Collection<LanguageRange> other) {
    return with(copy -> copy.languages = new LinkedHashSet<>(other));
  }

  /**
   * Returns a copy with other document languages.
   *
   * @param tags language tags such as {@code de}, or {@code zh-Hant} for Chinese in this script
   *     only
   * @throws IsoglossException if a tag is not a known language
   */
  public SearchRequest withLanguages(String... tags) {
    return withLanguages(Stream.of(tags).map(LanguageRange::of).toList());
  }

  /** Returns a copy that finds only documents that meet a filter. */
  public SearchRequest withFilter(Filter other) {
    return with(copy -> copy.filter = Optional.of(other));
  }

  /**
   * Returns a copy that finds only documents that meet a filter, such as {@code "category =
   * \"recipe\" and date >= 2024-01-01"}.
   *
   * @throws IsoglossException if the string cannot be parsed
   */
  public SearchRequest withFilter(String other) {
    return withFilter(Filter.parse(other));
  }

  /** Returns a copy that counts the values of other fields. */
  public SearchRequest withFacets(String... fields) {
    return with(copy -> copy.facets = List.of(fields));
  }

  /** Returns a copy with another unit of results. */
  public SearchRequest withUnit(ResultUnit other) {
    return with(copy -> copy.unit = other);
  }

  /** Returns a copy with another number of results on a page. */
  public SearchRequest withDepth(int other) {
    return with(copy -> copy.depth = other);
  }

  /** Returns a copy for another page of the same results. */
  public SearchRequest withPage(int other) {
    return with(copy -> copy.page = other);
  }

  /**
   * Returns a copy with or without {@link SearchResult#explanation}. With explanations, each stage
   * of the pipeline is also run by itself, so that a search takes several times as long.
   */
  public SearchRequest withExplanations(boolean other) {
    return with(copy -> copy.explanations = other);
  }

  /**
   * Returns a copy whose results are texts with their versions in other languages.
   *
   * @param preferred language tags: of each text the version in the first of these languages is
   *     shown; without any, the version in the query's language
   */
  public SearchRequest withGroupedVersions(String... preferred) {
    List<LanguageRange> languages = Stream.of(preferred).map(LanguageRange::of).toList();
    return with(
        copy -> {
          copy.groupsVersions = true;
          copy.preferredLanguages = languages;
        });
  }

  /**
   * Returns a copy that leaves out results with a lower probability of answering the query.
   *
   * @param other a probability from 0 to 1
   */
  public SearchRequest withMinProbability(double other) {
    return with(copy -> copy.minProbability = OptionalDouble.of(other));
  }

  /** Returns a copy with snippets of another maximum length. */
  public SearchRequest withSnippetLength(int other) {
    return with(copy -> copy.snippetLength = other);
  }

  /**
   * Returns a copy that also looks for answers in the passages of the first {@value
   * #DEFAULT_ANSWER_PASSAGES} results. The engine needs a model for it: {@link
   * EngineBuilder#answers(String)}.
   *
   * @param count maximum number of answers, 0 to look for none
   */
  public SearchRequest withAnswers(int count) {
    return withAnswers(count, DEFAULT_ANSWER_PASSAGES);
  }

  /**
   * Returns a copy that also looks for answers.
   *
   * @param count maximum number of answers, 0 to look for none
   * @param passages number of results whose passages are read, 1 or more
   */
  public SearchRequest withAnswers(int count, int passages) {
    return with(
        copy -> {
          copy.answers = count;
          copy.answerPassages = passages;
        });
  }

  private SearchRequest with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.toRequest();
  }

  /** The components of a copy that is being made. */
  private static final class Copy {
    private Query query;
    private Optional<Pipeline> pipeline;
    private Set<LanguageRange> languages;
    private Optional<Filter> filter;
    private ResultUnit unit;
    private int depth;
    private int page;
    private boolean explanations;
    private List<String> facets;
    private boolean groupsVersions;
    private List<LanguageRange> preferredLanguages;
    private OptionalDouble minProbability;
    private int snippetLength;
    private int answers;
    private int answerPassages;

    private Copy(SearchRequest request) {
      query = request.query;
      pipeline = request.pipeline;
      languages = request.languages;
      filter = request.filter;
      unit = request.unit;
      depth = request.depth;
      page = request.page;
      explanations = request.explanations;
      facets = request.facets;
      groupsVersions = request.groupsVersions;
      preferredLanguages = request.preferredLanguages;
      minProbability = request.minProbability;
      snippetLength = request.snippetLength;
      answers = request.answers;
      answerPassages = request.answerPassages;
    }

    private SearchRequest toRequest() {
      return new SearchRequest(
          query,
          pipeline,
          languages,
          filter,
          unit,
          depth,
          page,
          explanations,
          facets,
          groupsVersions,
          preferredLanguages,
          minProbability,
          snippetLength,
          answers,
          answerPassages);
    }
  }

  /** Number of results before the page. */
  public long offset() {
    return (page - 1L) * depth;
  }

  /** Returns one copy of this request for each query, in the order of the queries. */
  public List<SearchRequest> forAll(List<Query> queries) {
    return queries.stream().map(this::withQuery).toList();
  }
}
