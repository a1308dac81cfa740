// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.data.LanguagePair;
import org.isogloss.search.BatchSearch;
import org.isogloss.search.QueryResult;

/**
 * Constructs the queries of a collection: ranks the documents in the language of each title, grades
 * them, and selects candidates in every other language.
 */
final class QueryConstruction {
  /** Maximum number of test queries in a language whose lexical overlap is measured. */
  static final int OVERLAP_QUERIES = 100;

  private final ConstructionOptions options;
  private final LinkedPages pages;
  private final PageSplits splits;
  private final DocumentIndex index;
  private final ConstructionListener listener;
  private final CandidateSelection selection;
  private final LexicalOverlap overlap;
  private final SequencedMap<LanguagePair, PairStatistics.Counter> pairs = new LinkedHashMap<>();
  private Set<String> overlapQueries = Set.of();
  private long searched;

  QueryConstruction(
      ConstructionOptions options,
      LinkedPages pages,
      PageSplits splits,
      DocumentIndex index,
      ConstructionListener listener) {
    this.options = options;
    this.pages = pages;
    this.splits = splits;
    this.index = index;
    this.listener = listener;
    this.selection = new CandidateSelection(pages, options.candidates(), options.seed());
    this.overlap = new LexicalOverlap(index.index());
  }

  /**
   * Writes the queries, one language after another.
   *
   * @return the statistics of each pair of languages that has queries
   */
  List<PairStatistics> write(List<TitleQueries> titles, CollectionWriters writers) {
    long total = titles.stream().mapToLong(language -> language.queries().size()).sum();
    for (TitleQueries ofLanguage : titles) {
      writeQueries(ofLanguage, total, writers);
    }
    return pairs.values().stream().map(PairStatistics.Counter::statistics).toList();
  }

  private void writeQueries(TitleQueries titles, long total, CollectionWriters writers) {
    overlapQueries = overlapQueries(titles.queries());
    try (Stream<QueryResult> results =
        BatchSearch.search(
            index.retriever(titles.language()),
            titles.queries(),
            options.depth(),
            options.threads())) {
      results.forEachOrdered(
          result -> {
            Ranking ranking = inLanguage(result.ranking(), titles.language());
            if (ranking.isEmpty()) {
              titles.countWithoutTerms();
            } else {
              writeQuery(result.query(), ranking, writers);
            }
            listener.searching(++searched, total);
          });
    }
    writers.endQueries();
  }

  /** A sample of the test queries, which are in the order of the documents. */
  private Set<String> overlapQueries(List<Query> queries) {
    return queries.stream()
        .map(Query::id)
        .filter(id -> split(id) == Split.TEST)
        .sorted(
            Comparator.<String>comparingLong(id -> SeededHash.of(options.seed(), id))
                .thenComparing(Comparator.naturalOrder()))
        .limit(OVERLAP_QUERIES)
        .collect(Collectors.toSet());
  }

  private Split split(String document) {
    return splits.of(pages.link(document)).orElseThrow();
  }

  /** A macrolanguage also retrieves documents in its languages. */
  private Ranking inLanguage(Ranking ranking, Language language) {
    return new Ranking(
        ranking.hits().stream().filter(hit -> pages.isIn(hit.documentId(), language)).toList());
  }

  private void writeQuery(Query query, Ranking ranking, CollectionWriters writers) {
    Split split = split(query.id());
    Map<String, Integer> grades = RelevanceGrades.of(query.id(), ranking);
    SequencedMap<Language, List<Judgement>> candidates = new LinkedHashMap<>();
    for (Language language : pages.languages()) {
      if (language.equals(query.language()) && !options.monolingual()) {
        continue;
      }
      List<Judgement> ofLanguage = selection.select(query.id(), language, grades);
      if (!ofLanguage.isEmpty()) {
        candidates.put(language, ofLanguage);
        count(query, split, language, ofLanguage);
      }
    }
    if (!candidates.isEmpty()) {
      writers.writeQuery(new CrossLingualQuery(query, split, candidates));
    }
  }

  private void count(
      Query query, Split split, Language documentLanguage, List<Judgement> candidates) {
    PairStatistics.Counter counter =
        pairs.computeIfAbsent(
            new LanguagePair(query.language(), documentLanguage), PairStatistics.Counter::new);
    counter.add(split, candidates);
    if (overlapQueries.contains(query.id())) {
      overlap.measure(query, documentLanguage, candidates).ifPresent(counter::addOverlap);
    }
  }
}
