// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.isogloss.core.Hit;
import org.isogloss.core.Language;
import org.isogloss.core.Ranking;
import org.isogloss.lexical.scoring.TermWeighting;
import org.isogloss.search.filter.FilterCompiler;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.PassageScope;
import org.isogloss.search.reader.ScoredWord;
import org.isogloss.search.reader.TermStatistics;
import org.isogloss.search.vector.DenseQuery;

/**
 * The passages of a scope. Terms are searched by Solr's BM25 if the words of a query are single
 * terms that it scores with BM25, each boosted so that its inverse document frequency is the one of
 * Isogloss; otherwise by functions of term frequencies ({@link ScoredWordFunction}).
 *
 * <p>Vectors are searched in one graph, and compared with all passages of the scope if these are
 * few. If the means of languages are subtracted, the graph is searched once for each language,
 * since the best passages of one may have lower scores there than those of another.
 */
final class SolrCandidates implements CandidatePassages {
  /** Maximum number of candidates of an exhaustive search, like that of an index in a folder. */
  private static final int MAX_EXACT_PASSAGES = 20_000;

  /** Minimum depth of an exhaustive search, as a fraction of the candidates. */
  private static final double EXACT_DEPTH_FRACTION = 0.02;

  /** Minimum number of candidates from the graph, so that few are missed. */
  private static final int CANDIDATES = 200;

  /** Number of passages that are scored again by means or sentences, for each result. */
  private static final int RESCORED_FACTOR = 4;

  private static final String BEST_FIRST =
      "score desc," + SolrFields.DOCUMENT + " asc," + SolrFields.PASSAGE + " asc";

  private static final String HIT_FIELDS =
      String.join(",", SolrFields.DOCUMENT, SolrFields.PASSAGE, SolrFields.LANGUAGE, "score");

  private final SolrSnapshot snapshot;
  private final PassageScope scope;
  private final Optional<String> filter;
  private volatile Map<String, Long> counts;

  SolrCandidates(SolrSnapshot snapshot, PassageScope scope) {
    this.snapshot = snapshot;
    this.scope = scope;
    this.filter = filter(snapshot, scope);
  }

  /** Returns the query of the scope beyond its languages; empty if it restricts only those. */
  private static Optional<String> filter(SolrSnapshot snapshot, PassageScope scope) {
    SolrFilterQueries queries = new SolrFilterQueries();
    List<String> conditions = new ArrayList<>();
    if (scope.restrictsScripts()) {
      List<String> languages = new ArrayList<>();
      scope
          .scripts()
          .forEach(
              (code, scripts) -> {
                String language = queries.languages(List.of(code));
                languages.add(
                    scripts
                        .map(
                            allowed ->
                                queries.all(
                                    List.of(
                                        language,
                                        SolrFilterQueries.equal(SolrFields.SCRIPT, allowed))))
                        .orElse(language));
              });
      conditions.add(queries.any(languages));
    }
    scope
        .filter()
        .map(
            new FilterCompiler<>(
                    snapshot.fieldTypes(), snapshot.codes(), snapshot.indexedText(), queries)
                ::compile)
        .ifPresent(conditions::add);
    return conditions.isEmpty() ? Optional.empty() : Optional.of(queries.all(conditions));
  }

  @Override
  public Set<String> codes() {
    return scope.codes();
  }

  @Override
  public Ranking search(List<ScoredWord> words, int depth) {
    if (words.isEmpty()) {
      return Ranking.EMPTY;
    }
    ModifiableSolrParams parameters =
        words.stream().allMatch(SolrCandidates::isPlain) ? boostedTerms(words) : functions(words);
    if (parameters.get("q") == null) {
      return Ranking.EMPTY;
    }
    filter.ifPresent(query -> parameters.add("fq", query));
    if (!codes().containsAll(snapshot.codes())
        && words.stream().anyMatch(word -> word.field().equals(PassageFields.SPARSE))) {
      // Other fields have the passages of one language.
      parameters.add("fq", SolrFilterQueries.equal(SolrFields.LANGUAGE, codes()));
    }
    parameters.set("sort", BEST_FIRST);
    parameters.set("fl", HIT_FIELDS);
    parameters.set("rows", rows(depth));
    return Ranking.of(
        documents(parameters).stream()
            .map(document -> SolrPassages.hit(document, score(document)))
            .toList());
  }

  /** Whether Solr's BM25 scores a word up to a factor. */
  private static boolean isPlain(ScoredWord word) {
    return word.weighting() instanceof TermWeighting.Bm25
        && word.terms().size() == 1
        && word.terms().getFirst().probability() == 1
        && !PassageFields.isProjectedField(word.field());
  }

  private ModifiableSolrParams boostedTerms(List<ScoredWord> words) {
    List<IndexTerm> terms =
        words.stream()
            .map(word -> new IndexTerm(word.field(), word.terms().getFirst().word()))
            .toList();
    Map<IndexTerm, TermStatistics> statistics = snapshot.termStatistics(terms);
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < words.size(); i++) {
      IndexTerm term = terms.get(i);
      long passages = statistics.get(term).passages();
      if (passages == 0) {
        continue;
      }
      double idf =
          TermWeighting.Bm25.idf(
              (double) passages, (double) snapshot.fieldStatistics(term.field()).passages());
      parameters.set("t" + i, term.text());
      query
          .append(" _query_:\"{!term f=")
          .append(term.field())
          .append(" v=$t")
          .append(i)
          .append("}\"^")
          .append(decimal((float) (words.get(i).maxScore() / idf)));
    }
    if (!query.isEmpty()) {
      parameters.set("q", query.toString().strip());
    }
    return parameters;
  }

  /** Formats a number without an exponent, which Solr would read as another word. */
  private static String decimal(float number) {
    return new BigDecimal(Float.toString(number)).toPlainString();
  }

  /** Returns a query that evaluates the function of a word for the passages that have it only. */
  private static ModifiableSolrParams functions(List<ScoredWord> words) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    StringBuilder query = new StringBuilder("{!bool");
    for (int i = 0; i < words.size(); i++) {
      ScoredWord word = words.get(i);
      parameters.set("score" + i, ScoredWordFunction.of(word));
      parameters.set(
          "terms" + i,
          word.terms().stream()
              .map(term -> term.word())
              .collect(Collectors.joining(String.valueOf(SolrFields.TERM_SEPARATOR))));
      parameters.set(
          "matching" + i,
          "{!terms f="
              + word.field()
              + " separator='"
              + SolrFields.TERM_SEPARATOR
              + "' v=$terms"
              + i
              + "}");
      parameters.set("word" + i, "{!boost b=$score" + i + " v=$matching" + i + "}");
      query.append(" should=$word").append(i);
    }
    parameters.set("q", query.append('}').toString());
    parameters.set("distrib.statsCache", false);
    return parameters;
  }

  @Override
  public Ranking nearest(DenseQuery query, double sentenceWeight, int depth) {
    Map<String, Long> candidates = counts();
    long total = candidates.values().stream().mapToLong(Long::longValue).sum();
    if (total == 0) {
      return Ranking.EMPTY;
    }
    boolean rescored = sentenceWeight > 0 || query.isCalibrated();
    boolean exact =
        !rescored && (total <= MAX_EXACT_PASSAGES || depth > EXACT_DEPTH_FRACTION * total);
    int wanted =
        rescored
            ? Math.max(RESCORED_FACTOR * Math.min(depth, MAX_EXACT_PASSAGES), CANDIDATES)
            : depth;
    ModifiableSolrParams parameters =
        query.isCalibrated()
            ? nearestOfEach(candidates, wanted)
            : nearestOfAll(exact ? total : Math.max(wanted, CANDIDATES), exact);
    parameters.set("vector", Arrays.toString(query.vector()));
    parameters.set("distrib.statsCache", false);
    parameters.set("sort", BEST_FIRST);
    parameters.set("fl", HIT_FIELDS);
    // Scores of different languages are comparable only after the means have been subtracted.
    parameters.set(
        "rows",
        rows(
            query.isCalibrated()
                ? candidates.values().stream().mapToLong(count -> Math.min(count, wanted)).sum()
                    * snapshot.shardCount()
                : wanted));
    SolrDocumentList found = documents(parameters);
    Ranking approximate =
        Ranking.of(
            found.stream()
                .map(document -> SolrPassages.hit(document, cosine(query, document)))
                .toList());
    return (rescored
            ? new VectorRescoring(snapshot, query, sentenceWeight)
                .rescored(approximate.top(wanted).hits())
            : approximate)
        .top(depth);
  }

  /**
   * Returns a query for the passages of the scope that are nearest to {@code $vector}.
   *
   * @param exact whether vectors are compared one by one, which Solr does if a filter admits no
   *     more passages than are requested
   */
  private ModifiableSolrParams nearestOfAll(long count, boolean exact) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    List<String> filters = new ArrayList<>();
    filter.ifPresent(filters::add);
    if (!codes().containsAll(snapshot.codes())) {
      filters.add(SolrFilterQueries.equal(SolrFields.LANGUAGE, codes()));
    }
    if (exact && filters.isEmpty()) {
      filters.add(SolrFields.ALL_PASSAGES);
    }
    parameters.set("q", nearest(parameters, count, filters, ""));
    return parameters;
  }

  /** Returns a query for the passages of each language that are nearest to {@code $vector}. */
  private ModifiableSolrParams nearestOfEach(Map<String, Long> candidates, int count) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    StringBuilder clauses = new StringBuilder("{!bool");
    candidates.forEach(
        (code, passages) -> {
          List<String> filters = new ArrayList<>();
          filters.add(SolrFilterQueries.equal(SolrFields.LANGUAGE, List.of(code)));
          filter.ifPresent(filters::add);
          parameters.set(
              "nearest_" + code,
              nearest(parameters, Math.min(passages, count), filters, "_" + code));
          clauses.append(" should=$nearest_").append(code);
        });
    parameters.set("q", clauses.append('}').toString());
    return parameters;
  }

  /** Sets the filters of a query for the nearest passages, and returns it. */
  private static String nearest(
      ModifiableSolrParams parameters, long count, List<String> filters, String suffix) {
    StringBuilder query =
        new StringBuilder("{!knn f=" + SolrFields.VECTOR + " topK=" + count + " v=$vector");
    for (int i = 0; i < filters.size(); i++) {
      String name = "filter_" + i + suffix;
      parameters.set(name, filters.get(i));
      query.append(" preFilter=$").append(name);
    }
    return query.append('}').toString();
  }

  private static double cosine(DenseQuery query, SolrDocument document) {
    String code = (String) document.getFieldValue(SolrFields.LANGUAGE);
    return query.scoreScale(code).cosine((float) score(document));
  }

  private static double score(SolrDocument document) {
    return ((Number) document.getFieldValue("score")).doubleValue();
  }

  private SolrDocumentList documents(ModifiableSolrParams parameters) {
    SolrDocumentList found = snapshot.collection().query(parameters).getResults();
    found.forEach(
        document ->
            snapshot
                .stored()
                .rememberLanguage(
                    (String) document.getFieldValue(SolrFields.DOCUMENT),
                    (String) document.getFieldValue(SolrFields.LANGUAGE)));
    return found;
  }

  private int rows(long depth) {
    return (int)
        Math.clamp(depth, 1, Math.max(1, Math.min(snapshot.passages(), Integer.MAX_VALUE)));
  }

  /** Numbers of candidates by language code. */
  private Map<String, Long> counts() {
    Map<String, Long> found = counts;
    if (found == null) {
      found = new LinkedHashMap<>();
      if (filter.isEmpty()) {
        for (Map.Entry<Language, Long> language : snapshot.languages().entrySet()) {
          found.put(language.getKey().code(), language.getValue());
        }
      } else {
        for (var language :
            LanguageCounts.of(snapshot.collection(), filter.get()).languages().entrySet()) {
          found.put(language.getKey(), language.getValue().passages());
        }
      }
      found.keySet().retainAll(scope.codes());
      counts = found;
    }
    return found;
  }

  @Override
  public List<Hit> retain(List<Hit> hits) {
    if (hits.isEmpty() || scope.codes().isEmpty()) {
      return List.of();
    }
    ModifiableSolrParams parameters =
        SolrQueries.documents(hits.stream().map(SolrFields::id).distinct().toList());
    parameters.add("fq", SolrFilterQueries.equal(SolrFields.LANGUAGE, scope.codes()));
    filter.ifPresent(query -> parameters.add("fq", query));
    parameters.set("fl", SolrFields.ID);
    Set<String> ids = new HashSet<>();
    snapshot
        .collection()
        .query(parameters)
        .getResults()
        .forEach(document -> ids.add((String) document.getFieldValue(SolrFields.ID)));
    return hits.stream().filter(hit -> ids.contains(SolrFields.id(hit))).toList();
  }
}
