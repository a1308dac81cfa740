// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.isogloss.core.Language;
import org.isogloss.core.Query;
import org.isogloss.data.Judgement;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.analysis.QueryTerms;

/**
 * The share of the terms of a query that occur in its relevant documents. The query is analysed as
 * a search in the language of the documents would analyse it. A collection in which the overlap is
 * high can be searched without translation.
 */
final class LexicalOverlap {
  private final SearchIndex index;
  private final LanguageAnalyzers analyzers = LanguageAnalyzers.shipped();

  LexicalOverlap(SearchIndex index) {
    this.index = index;
  }

  /**
   * Measures a query.
   *
   * @param candidates documents in the language; those with a grade above 0 are relevant
   * @return the mean of the relevant documents, from 0 to 1; empty if the query has no terms in the
   *     language or no document is relevant
   */
  OptionalDouble measure(Query query, Language documentLanguage, List<Judgement> candidates) {
    String code = documentLanguage.code();
    Set<String> terms = QueryTerms.of(query, Set.of(code), analyzers).terms(code);
    return terms.isEmpty()
        ? OptionalDouble.empty()
        : candidates.stream()
            .filter(candidate -> candidate.grade() > 0)
            .mapToDouble(candidate -> share(terms, candidate.documentId(), code))
            .average();
  }

  private double share(Set<String> terms, String document, String code) {
    Set<String> found = new HashSet<>();
    index
        .documentPassages(document)
        .forEach(
            passage ->
                QueryTerms.tokens(analyzers.forLanguage(code), passage.titledText())
                    .forEach(token -> found.add(token.term())));
    return (double) terms.stream().filter(found::contains).count() / terms.size();
  }
}
