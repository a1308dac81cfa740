// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import static org.isogloss.search.index.PassageFields.textField;
import static org.isogloss.search.index.PassageFields.titleField;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.client.solrj.response.TermsResponse;
import org.apache.solr.common.params.CursorMarkParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.isogloss.api.SortKey;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Language;
import org.isogloss.core.util.LruCache;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.filter.FilterCompiler;
import org.isogloss.search.filter.FilterFields;
import org.isogloss.search.filter.IndexedText;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.DocumentIds;
import org.isogloss.search.reader.FieldStatistics;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.reader.TermStatistics;
import org.isogloss.search.vector.LanguageMeans;
import org.isogloss.search.vector.QuerySample;

/**
 * Counts and statistics of an index when it was opened, over all shards. Searches see later commits
 * of passages, because Solr keeps no commit open for a client.
 */
final class SolrSnapshot implements IndexSnapshot {
  private static final int MAX_CACHED_TERMS = 100_000;

  /** Maximum number of terms that are compared with a misspelt one. */
  private static final int MAX_COMPARED_TERMS = 5_000;

  /** Maximum number of languages and first letters whose terms are kept for comparison. */
  private static final int MAX_COMPARED_LISTS = 64;

  /** Maximum number of terms in one request for their statistics. */
  private static final int TERMS_PER_REQUEST = 1_000;

  /** The characters that are escaped in a list of terms. */
  private static final Pattern LIST_SPECIAL = Pattern.compile("[,\\\\]");

  private final SolrCollection collection;
  private final IndexedText text;
  private final LanguageMeans means;
  private final QuerySample queries;
  private final FieldTypes fieldTypes;
  private final long documents;
  private final Map<Language, Long> languages = new LinkedHashMap<>();
  private final Map<String, Long> passagesByCode = new LinkedHashMap<>();
  private final Map<String, FieldStatistics> fields = new HashMap<>();
  private final List<String> shards;
  private final LruCache<IndexTerm, TermStatistics> terms = new LruCache<>(MAX_CACHED_TERMS);
  private final LruCache<IndexTerm, List<String>> comparedTerms =
      new LruCache<>(MAX_COMPARED_LISTS);
  private final SolrStoredPassages stored;

  private SolrSnapshot(SolrCollection collection, CollectionState state, IndexedText text) {
    this.collection = collection;
    this.text = text;
    this.means = LanguageMeans.fromUserData(state.userData());
    this.queries = QuerySample.fromUserData(state.userData());
    this.fieldTypes = FieldTypes.fromUserData(state.userData());
    this.shards = collection.shards();
    LanguageCounts counts = LanguageCounts.of(collection, SolrFields.ALL_PASSAGES);
    this.documents = counts.documents();
    counts
        .languages()
        .forEach(
            (code, found) -> {
              languages.put(Language.of(code), found.passages());
              passagesByCode.put(code, found.passages());
              fields.put(textField(code), new FieldStatistics(found.analysed(), found.terms()));
              fields.put(titleField(code), new FieldStatistics(found.titled(), found.titleTerms()));
            });
    this.stored = new SolrStoredPassages(collection, !fieldTypes.types().isEmpty());
  }

  /** Number of shards of the collection. */
  int shardCount() {
    return shards.size();
  }

  static SolrSnapshot open(SolrCollection collection, CollectionState state, IndexedText text) {
    return new SolrSnapshot(collection, state, text);
  }

  SolrCollection collection() {
    return collection;
  }

  @Override
  public String name() {
    return collection.name();
  }

  @Override
  public LanguageAnalyzers analyzers() {
    return text.analyzers();
  }

  IndexedText indexedText() {
    return text;
  }

  @Override
  public long documents() {
    return documents;
  }

  @Override
  public long passages() {
    return passagesByCode.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Map<Language, Long> languages() {
    return languages;
  }

  @Override
  public Set<String> codes() {
    return passagesByCode.keySet();
  }

  @Override
  public long analysedPassages() {
    return passagesByCode.keySet().stream()
        .mapToLong(code -> fields.get(textField(code)).passages())
        .sum();
  }

  @Override
  public FieldStatistics fieldStatistics(String field) {
    return fields.getOrDefault(field, FieldStatistics.NONE);
  }

  @Override
  public Map<IndexTerm, TermStatistics> termStatistics(Collection<IndexTerm> requested) {
    Map<IndexTerm, TermStatistics> statistics = new HashMap<>();
    List<IndexTerm> unknown = new ArrayList<>();
    for (IndexTerm term : Set.copyOf(requested)) {
      terms
          .find(term)
          .ifPresentOrElse(found -> statistics.put(term, found), () -> unknown.add(term));
    }
    for (int from = 0; from < unknown.size(); from += TERMS_PER_REQUEST) {
      statistics.putAll(
          read(unknown.subList(from, Math.min(unknown.size(), from + TERMS_PER_REQUEST))));
    }
    unknown.forEach(
        term -> {
          TermStatistics found = statistics.computeIfAbsent(term, absent -> TermStatistics.NONE);
          terms.put(term, found);
        });
    return statistics;
  }

  /** Returns the statistics of terms over all shards; those that no passage has are missing. */
  private Map<IndexTerm, TermStatistics> read(List<IndexTerm> requested) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("qt", "/terms");
    parameters.set("terms", true);
    requested.stream()
        .map(IndexTerm::field)
        .distinct()
        .forEach(field -> parameters.add("terms.fl", field));
    parameters.set(
        "terms.list",
        requested.stream()
            .map(term -> LIST_SPECIAL.matcher(term.text()).replaceAll("\\\\$0"))
            .distinct()
            .collect(Collectors.joining(",")));
    parameters.set("terms.ttf", true);
    parameters.set("terms.limit", -1);
    TermsResponse response = collection.query(parameters).getTermsResponse();
    Map<IndexTerm, TermStatistics> statistics = new HashMap<>();
    Set<IndexTerm> wanted = Set.copyOf(requested);
    response
        .getTermMap()
        .forEach(
            (field, found) ->
                found.forEach(
                    term -> {
                      IndexTerm key = new IndexTerm(field, term.getTerm());
                      if (wanted.contains(key)) {
                        statistics.put(
                            key, new TermStatistics(term.getFrequency(), term.getTotalTermFreq()));
                      }
                    }));
    return statistics;
  }

  @Override
  public List<String> terms(String field, String prefix, int count) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("qt", "/terms");
    parameters.set("terms", true);
    parameters.set("terms.fl", field);
    parameters.set("terms.prefix", prefix);
    parameters.set("terms.limit", count);
    parameters.set("terms.sort", "count");
    List<TermsResponse.Term> found =
        collection.query(parameters).getTermsResponse().getTerms(field);
    return found == null ? List.of() : found.stream().map(TermsResponse.Term::getTerm).toList();
  }

  /** Compares the most frequent terms with the same first letter: Solr finds no similar ones. */
  @Override
  public List<String> similarTerms(String field, String term, int count) {
    IndexTerm first = new IndexTerm(field, term.substring(0, term.offsetByCodePoints(0, 1)));
    List<String> compared =
        comparedTerms
            .find(first)
            .orElseGet(
                () -> {
                  List<String> read = terms(field, first.text(), MAX_COMPARED_TERMS);
                  comparedTerms.put(first, read);
                  return read;
                });
    return compared.stream()
        .filter(other -> Math.abs(other.length() - term.length()) <= 1)
        .filter(other -> NameSuggestions.distance(term, other) == 1)
        .limit(count)
        .toList();
  }

  @Override
  public LanguageMeans means() {
    return means;
  }

  @Override
  public QuerySample queries() {
    return queries;
  }

  @Override
  public FieldTypes fieldTypes() {
    return fieldTypes;
  }

  @Override
  public SolrStoredPassages stored() {
    return stored;
  }

  /** {@inheritDoc} A position is a cursor of Solr. */
  @Override
  public DocumentIds documentIds(
      Optional<Filter> filter, List<SortKey> keys, Optional<String> after, int count) {
    FilterFields types = new FilterFields(fieldTypes);
    List<String> sort = new ArrayList<>();
    for (SortKey key : keys) {
      sort.add(
          SolrFields.sortField(key.field(), types.comparedAs(key.field()))
              + (key.descending() ? " desc" : " asc"));
    }
    sort.add(SolrFields.DOCUMENT + " asc");
    // A cursor of Solr needs the unique key.
    sort.add(SolrFields.ID + " asc");
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("q", SolrFields.RUN + ":*");
    filter
        .map(
            new FilterCompiler<>(fieldTypes, codes(), indexedText(), new SolrFilterQueries())
                ::compile)
        .ifPresent(query -> parameters.set("fq", query));
    parameters.set("fl", SolrFields.DOCUMENT);
    parameters.set("rows", count);
    parameters.set("sort", String.join(",", sort));
    parameters.set("distrib.statsCache", false);
    parameters.set(
        CursorMarkParams.CURSOR_MARK_PARAM, after.orElse(CursorMarkParams.CURSOR_MARK_START));
    QueryResponse page = collection.query(parameters);
    List<String> ids =
        page.getResults().stream()
            .map(document -> (String) document.getFieldValue(SolrFields.DOCUMENT))
            .toList();
    boolean more = ids.size() == count && hasMore(parameters, page.getNextCursorMark());
    return new DocumentIds(ids, more ? Optional.of(page.getNextCursorMark()) : Optional.empty());
  }

  /** Whether there are documents after a cursor: it follows a full page in any case. */
  private boolean hasMore(ModifiableSolrParams list, String cursor) {
    ModifiableSolrParams next = new ModifiableSolrParams(list);
    next.set("rows", 1);
    next.set(CursorMarkParams.CURSOR_MARK_PARAM, cursor);
    return !collection.query(next).getResults().isEmpty();
  }

  @Override
  public CandidatePassages candidates(PassageScope scope) {
    return new SolrCandidates(this, scope);
  }

  /** Does nothing: the index owns the connection. */
  @Override
  public void close() {}
}
