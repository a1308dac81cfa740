// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.isogloss.api.filter.Filter;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.LanguageRange;
import org.isogloss.core.Query;

/**
 * A search request: the query and how to answer it. Options that are not set have the defaults of
 * the index.
 *
 * <pre>{@code
 * SearchRequest.of("pumpkin soup").withLanguages("de", "pl").withFilter("year >= 2020").withTop(5)
 * }</pre>
 *
 * <p>Objects of this class are immutable.
 */
public final class SearchRequest {
  /** Default number of results on a page. */
  public static final int DEFAULT_TOP = 10;

  /** Preference of a request that names preferred languages, but no preference. */
  public static final double STATED_PREFERENCE = 0.5;

  /** Maximum number of the likely results, which facets count and {@link #withSort} sorts. */
  public static final int FACET_DEPTH = 1_000;

  /** Minimum probability of a likely result, unless the request has one of its own. */
  public static final double LIKELY = 0.1;

  /** Number of hits that are grouped if translations of a text are one result. */
  public static final int TRANSLATION_DEPTH = 1_000;

  /** Default number of results whose passages are read for answers. */
  public static final int DEFAULT_ANSWER_PASSAGES = 10;

  /** Minimum number of results that are examined for a minimum probability. */
  public static final int PROBABILITY_DEPTH = 100;

  /** Longest timeout in days, whose milliseconds fit 32 bits. */
  private static final int MAX_TIMEOUT_DAYS = 24;

  private final Query query;
  private final OptionalDouble languageProbability;
  private final boolean literal;
  private final Optional<Filter> conditions;
  private final Optional<Pipeline> pipeline;
  private final OptionalDouble preference;
  private final Set<LanguageRange> languages;
  private final Optional<Filter> filter;
  private final ResultUnit unit;
  private final int top;
  private final int page;
  private final boolean explanations;
  private final List<String> facets;
  private final List<SortKey> sort;
  private final Optional<Set<String>> fields;
  private final boolean groupsTranslations;
  private final List<LanguageRange> preferredLanguages;
  private final OptionalDouble minProbability;
  private final int snippetLength;
  private final int answers;
  private final int answerPassages;
  private final Optional<Duration> timeout;

  private SearchRequest(Settings settings) {
    this.query = settings.query;
    this.languageProbability = settings.languageProbability;
    this.literal = settings.literal;
    this.conditions = settings.conditions;
    this.pipeline = settings.pipeline;
    this.preference = settings.preference;
    this.languages = settings.languages;
    this.filter = settings.filter;
    this.unit = settings.unit;
    this.top = settings.top;
    this.page = settings.page;
    this.explanations = settings.explanations;
    this.facets = settings.facets;
    this.sort = settings.sort;
    this.fields = settings.fields;
    this.groupsTranslations = settings.groupsTranslations;
    this.preferredLanguages = settings.preferredLanguages;
    this.minProbability = settings.minProbability;
    this.snippetLength = settings.snippetLength;
    this.answers = settings.answers;
    this.answerPassages = settings.answerPassages;
    this.timeout = settings.timeout;
  }

  /** The options of a request that is being made, with their defaults. */
  private static final class Settings {
    private Query query;
    private OptionalDouble languageProbability = OptionalDouble.empty();
    private boolean literal;
    private Optional<Filter> conditions = Optional.empty();
    private Optional<Pipeline> pipeline = Optional.empty();
    private OptionalDouble preference = OptionalDouble.empty();
    private Set<LanguageRange> languages = Set.of();
    private Optional<Filter> filter = Optional.empty();
    private ResultUnit unit = ResultUnit.DOCUMENT;
    private int top = DEFAULT_TOP;
    private int page = 1;
    private boolean explanations;
    private List<String> facets = List.of();
    private List<SortKey> sort = List.of();
    private Optional<Set<String>> fields = Optional.empty();
    private boolean groupsTranslations;
    private List<LanguageRange> preferredLanguages = List.of();
    private OptionalDouble minProbability = OptionalDouble.empty();
    private int snippetLength = Snippet.DEFAULT_LENGTH;
    private int answers;
    private int answerPassages = DEFAULT_ANSWER_PASSAGES;
    private Optional<Duration> timeout = Optional.empty();

    private Settings(Query query) {
      this.query = requireNonNull(query, "query is null");
    }

    private Settings(SearchRequest request) {
      this.query = request.query;
      this.languageProbability = request.languageProbability;
      this.literal = request.literal;
      this.conditions = request.conditions;
      this.pipeline = request.pipeline;
      this.preference = request.preference;
      this.languages = request.languages;
      this.filter = request.filter;
      this.unit = request.unit;
      this.top = request.top;
      this.page = request.page;
      this.explanations = request.explanations;
      this.facets = request.facets;
      this.sort = request.sort;
      this.fields = request.fields;
      this.groupsTranslations = request.groupsTranslations;
      this.preferredLanguages = request.preferredLanguages;
      this.minProbability = request.minProbability;
      this.snippetLength = request.snippetLength;
      this.answers = request.answers;
      this.answerPassages = request.answerPassages;
      this.timeout = request.timeout;
    }
  }

  private SearchRequest with(Consumer<Settings> change) {
    Settings copy = new Settings(this);
    change.accept(copy);
    return new SearchRequest(copy);
  }

  /** Creates a request for the first {@value #DEFAULT_TOP} documents for a text in any language. */
  public static SearchRequest of(String query) {
    return of(Query.of(query));
  }

  /** Creates a request for the first {@value #DEFAULT_TOP} documents for a query. */
  public static SearchRequest of(Query query) {
    return new SearchRequest(new Settings(query));
  }

  /**
   * The text, which may have operators unless the request is {@link #literal}, and its language if
   * it is stated; a search identifies it otherwise.
   */
  public Query query() {
    return query;
  }

  /**
   * The probability that the language of the query is correct, if the index identified it: see
   * {@link #withIdentifiedLanguage}. Empty if the language was stated, or is not known.
   */
  public OptionalDouble languageProbability() {
    return languageProbability;
  }

  /**
   * Whether all characters of the query are text, so that none is an operator of {@link
   * org.isogloss.api.query.QuerySyntax}.
   */
  public boolean literal() {
    return literal;
  }

  /**
   * The conditions that the index has found in the query, whose text is then the words that were
   * searched: see {@link #withConditions}. Empty before a search, and if there are none.
   */
  public Optional<Filter> conditions() {
    return conditions;
  }

  /** The pipeline; empty for the default pipeline of the index. */
  public Optional<Pipeline> pipeline() {
    return pipeline;
  }

  /**
   * How much {@linkplain #preferredLanguages preferred languages} come first: see {@link
   * #withPreference}. If it is not set, {@value #STATED_PREFERENCE} if the request names such
   * languages, otherwise 0.
   */
  public double preference() {
    return preference.orElse(defaultPreference());
  }

  /** The {@link #preference} of this request if it sets none. */
  public double defaultPreference() {
    return preferredLanguages.isEmpty() ? 0 : STATED_PREFERENCE;
  }

  /**
   * The languages that come first, with the strength of {@link #preference}, and in which grouped
   * translations are shown: those that the request names, best first, otherwise the language of the
   * query; empty if that is not known.
   */
  public List<LanguageRange> favouredLanguages() {
    return preferredLanguages.isEmpty() && !query.language().isUndetermined()
        ? List.of(LanguageRange.of(query.language().tag()))
        : preferredLanguages;
  }

  /** Languages of the documents to return; all languages if empty. */
  public Set<LanguageRange> languages() {
    return languages;
  }

  /** A condition on the fields of documents; empty for all documents. */
  public Optional<Filter> filter() {
    return filter;
  }

  /** The {@link #filter} and the {@link #conditions}, both of which documents must meet. */
  public Optional<Filter> effectiveFilter() {
    return filter.isPresent() && conditions.isPresent()
        ? Optional.of(filter.get().and(conditions.get()))
        : filter.or(() -> conditions);
  }

  /** Whether the results are documents or passages. */
  public ResultUnit unit() {
    return unit;
  }

  /** Number of results on a page, 1 or more; the last page may have fewer. */
  public int top() {
    return top;
  }

  /** Number of the page of results, from 1. */
  public int page() {
    return page;
  }

  /** Number of results before the page. */
  public long offset() {
    return (page - 1L) * top;
  }

  /** Whether results state why they have their rank ({@link SearchResult#explanation}). */
  public boolean explanations() {
    return explanations;
  }

  /** The facets, which {@link Facet#parse} reads: {@link #withFacets}. */
  public List<String> facets() {
    return facets;
  }

  /** The fields by which the likely results are sorted: {@link #withSort}. */
  public List<SortKey> sort() {
    return sort;
  }

  /** The fields of documents that results have; empty for all. */
  public Optional<Set<String>> fields() {
    return fields;
  }

  /** Whether the likely translations of a text are one result: {@link #withGroupedTranslations}. */
  public boolean groupsTranslations() {
    return groupsTranslations;
  }

  /** The languages that the user prefers, best first; empty for the language of the query. */
  public List<LanguageRange> preferredLanguages() {
    return preferredLanguages;
  }

  /** The lowest probability of a result, from 0 to 1; empty for all results. */
  public OptionalDouble minProbability() {
    return minProbability;
  }

  /** Maximum number of characters of a passage in a snippet, 1 or more. */
  public int snippetLength() {
    return snippetLength;
  }

  /** Maximum number of {@link SearchResults#answers}, 0 to look for none. */
  public int answers() {
    return answers;
  }

  /** Number of the first results whose passages are read for answers, 1 or more. */
  public int answerPassages() {
    return answerPassages;
  }

  /** The time after which the search ends with an error; empty for no limit of its own. */
  public Optional<Duration> timeout() {
    return timeout;
  }

  /** Returns a copy with another query. */
  public SearchRequest withQuery(Query other) {
    requireNonNull(other, "query is null");
    return with(
        copy -> {
          copy.query = other;
          copy.languageProbability = OptionalDouble.empty();
          copy.conditions = Optional.empty();
        });
  }

  /**
   * Returns a copy whose query is read as text, or with operators such as {@code "two words"} and
   * {@code -word}, which is the default.
   */
  public SearchRequest withLiteral(boolean other) {
    return with(copy -> copy.literal = other);
  }

  /**
   * Returns a copy whose query has been divided into the words that are searched and conditions, as
   * an index does with a query that is not {@link #literal}. It is not divided again.
   */
  public SearchRequest withConditions(Query words, Filter found) {
    requireNonNull(found, "conditions is null");
    SearchRequest divided = withQuery(words);
    return divided.with(copy -> copy.conditions = Optional.of(found));
  }

  /**
   * Returns a copy whose query is in a language that was not stated but identified, as an index
   * does with a query that states none.
   *
   * @param language the language of the query
   * @param probability that it is correct, from 0 to 1
   */
  public SearchRequest withIdentifiedLanguage(Language language, double probability) {
    requireFraction("probability", probability);
    Query identified = new Query(query.id(), language, query.text());
    return with(
        copy -> {
          copy.query = identified;
          copy.languageProbability = OptionalDouble.of(probability);
        });
  }

  /**
   * Returns a copy that states the language of the query.
   *
   * @param tag a language tag such as {@code de} or {@code zh-Hant}
   * @throws IsoglossException if no such language is known
   */
  public SearchRequest withQueryLanguage(String tag) {
    Query stated = new Query(query.id(), Language.of(tag), query.text());
    return with(
        copy -> {
          copy.query = stated;
          copy.languageProbability = OptionalDouble.empty();
        });
  }

  /** Returns a copy with another pipeline. */
  public SearchRequest withPipeline(Pipeline other) {
    return with(copy -> copy.pipeline = Optional.of(other));
  }

  /**
   * Returns a copy with another pipeline, such as {@code {bm25, dense}fair}. To use one pipeline in
   * many requests, {@linkplain Pipeline#parse parse} it once.
   *
   * @throws IsoglossException if the string cannot be parsed
   */
  public SearchRequest withPipeline(String other) {
    return withPipeline(Pipeline.parse(other));
  }

  /**
   * Returns a copy with another preference for the {@linkplain #withPreferredLanguages preferred
   * languages}, otherwise for the language of the query. Above 0, the translation of a text in a
   * preferred language comes before its other translations. A text in a preferred language also
   * comes before one that is slightly more probable: the larger the preference, the larger this
   * difference may be, but a much better answer stays first.
   *
   * @param other from 0, no language is preferred, through 0.5, answers that are about equally
   *     probable, to 1, also less probable ones
   */
  public SearchRequest withPreference(double other) {
    requireFraction("preference", other);
    return with(copy -> copy.preference = OptionalDouble.of(other));
  }

  /**
   * Returns a copy with preferred languages, of which the first ones are preferred most, in place
   * of the language of the query. Without {@link #withPreference}, the preference becomes {@value
   * #STATED_PREFERENCE}.
   *
   * @param tags language tags such as {@code de}
   * @throws IsoglossException if a tag is not a known language
   */
  public SearchRequest withPreferredLanguages(String... tags) {
    List<LanguageRange> ranges = Stream.of(tags).map(LanguageRange::of).toList();
    return with(copy -> copy.preferredLanguages = ranges);
  }

  /** Returns a copy with other document languages; all languages if the collection is empty. */
  public SearchRequest withLanguages(Collection<LanguageRange> other) {
    Set<LanguageRange> ordered = Collections.unmodifiableSet(new LinkedHashSet<>(other));
    return with(copy -> copy.languages = ordered);
  }

  /**
   * Returns a copy that finds only documents in some languages; in all languages if none is given.
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

  /**
   * Returns a copy that counts the values of fields in the documents that are likely to answer the
   * query: those of the first {@value #FACET_DEPTH} results whose probability is at least {@link
   * #minProbability}, or {@value #LIKELY} if there is none. If probabilities are not known, these
   * are the results whose score is at least a third of the way from that of the hundredth to that
   * of the first, or all results if there are fewer or the pipeline has no vectors.
   *
   * @param other facets such as {@code category}, {@code price by 10} and {@code date by month},
   *     which {@link Facet} describes; {@code language} counts languages
   */
  public SearchRequest withFacets(String... other) {
    return with(copy -> copy.facets = List.of(other));
  }

  /**
   * Returns a copy whose results are those that are likely to answer the query, as {@link
   * #withFacets} defines them, sorted by fields of their documents. Equal ones, and those without
   * the fields, remain in the order of their ranks.
   *
   * @param keys such as {@code date desc} and {@code price}, which {@link SortKey#parse} reads; the
   *     first one decides first; none to sort by rank
   * @throws IsoglossException if a key cannot be parsed, or there are more than 20
   */
  public SearchRequest withSort(String... keys) {
    List<SortKey> parsed = SortKey.parseAll(keys);
    return with(copy -> copy.sort = parsed);
  }

  /**
   * Returns a copy whose results have only some of the fields of their documents as {@link
   * SearchResult#metadata}.
   *
   * @param names names of fields; none for results without fields
   */
  public SearchRequest withFields(String... names) {
    Set<String> ordered = Collections.unmodifiableSet(new LinkedHashSet<>(List.of(names)));
    return with(copy -> copy.fields = Optional.of(ordered));
  }

  /** Returns a copy with another unit of results. The default is the document. */
  public SearchRequest withUnit(ResultUnit other) {
    requireNonNull(other, "unit is null");
    return with(copy -> copy.unit = other);
  }

  /** Returns a copy with another number of results on a page, 1 or more. */
  public SearchRequest withTop(int other) {
    requirePositive("top", other);
    return with(copy -> copy.top = other);
  }

  /** Returns a copy for another page of the same results, from 1. */
  public SearchRequest withPage(int other) {
    requirePositive("page", other);
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
   * Returns a copy whose results are texts with their likely translations as {@link
   * SearchResult#translations}, among the first {@value #TRANSLATION_DEPTH} hits; later ones are
   * results of their own. The translation in the first preferred language is shown. Score and
   * probability of a result are those of its best translation.
   */
  public SearchRequest withGroupedTranslations() {
    return with(copy -> copy.groupsTranslations = true);
  }

  /**
   * Returns a copy without results that answer the query with less than a probability. Only the
   * first {@value #PROBABILITY_DEPTH} results, or those up to the last one of the page, are
   * examined. The pipeline needs a re-ranker or vectors whose probabilities are known.
   *
   * @param other a probability from 0 to 1
   */
  public SearchRequest withMinProbability(double other) {
    requireFraction("minProbability", other);
    return with(copy -> copy.minProbability = OptionalDouble.of(other));
  }

  /** Returns a copy with another maximum number of characters of a snippet, 1 or more. */
  public SearchRequest withSnippetLength(int other) {
    requirePositive("snippetLength", other);
    return with(copy -> copy.snippetLength = other);
  }

  /**
   * Returns a copy that also looks for answers in the passages of the first {@value
   * #DEFAULT_ANSWER_PASSAGES} results, whatever page is shown. This needs a model that finds
   * answers: {@link IndexDescription#answers}.
   *
   * @param count maximum number of answers, 0 to look for none
   */
  public SearchRequest withAnswers(int count) {
    return withAnswers(count, DEFAULT_ANSWER_PASSAGES);
  }

  /**
   * Returns a copy that also looks for answers in the passages of another number of results.
   *
   * @param count maximum number of answers, 0 to look for none
   * @param passages number of the first results whose passages are read, 1 or more
   */
  public SearchRequest withAnswers(int count, int passages) {
    if (count < 0) {
      throw new IllegalArgumentException("answers is " + count + ", expected 0 or more");
    }
    requirePositive("answerPassages", passages);
    return with(
        copy -> {
          copy.answers = count;
          copy.answerPassages = passages;
        });
  }

  /**
   * Returns a copy whose search or explanation ends with an error if it takes longer: a {@link
   * org.isogloss.core.DeadlineExceededException} before the next step, or that of a client.
   *
   * @param other more than 0, at most {@value #MAX_TIMEOUT_DAYS} days
   */
  public SearchRequest withTimeout(Duration other) {
    if (!requireNonNull(other, "timeout is null").isPositive()
        || other.compareTo(Duration.ofDays(MAX_TIMEOUT_DAYS)) > 0) {
      throw new IllegalArgumentException(
          "timeout is " + other + ", expected more than 0, up to " + MAX_TIMEOUT_DAYS + " days");
    }
    return with(copy -> copy.timeout = Optional.of(other));
  }

  /** Returns one copy of this request for each query, in the order of the queries. */
  public List<SearchRequest> forAll(List<Query> queries) {
    return queries.stream().map(this::withQuery).toList();
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
  }

  private static void requireFraction(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 0 to 1");
    }
  }

  private List<Object> values() {
    return Arrays.asList(
        query,
        languageProbability,
        literal,
        conditions,
        pipeline,
        preference,
        languages,
        filter,
        unit,
        top,
        page,
        explanations,
        facets,
        sort,
        fields,
        groupsTranslations,
        preferredLanguages,
        minProbability,
        snippetLength,
        answers,
        answerPassages,
        timeout);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SearchRequest request && values().equals(request.values());
  }

  @Override
  public int hashCode() {
    return values().hashCode();
  }

  /** The query, and the pipeline if the request has one. */
  @Override
  public String toString() {
    return query + pipeline.map(other -> " by " + other).orElse("");
  }
}
