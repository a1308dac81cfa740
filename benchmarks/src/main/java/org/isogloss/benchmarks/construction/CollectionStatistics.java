// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.measure.report.HtmlReport;

/**
 * Statistics of a test collection.
 *
 * @param options the options with which it was built
 * @param languages the statistics of each document language, in the order of the tags
 * @param pairs the statistics of each pair of query and document language that has queries
 * @param pages number of pages in each split
 * @param ignoredLinks number of links that were ignored because they would have joined two
 *     documents of a language
 */
public record CollectionStatistics(
    ConstructionOptions options,
    List<LanguageStatistics> languages,
    List<PairStatistics> pairs,
    Map<Split, Long> pages,
    long ignoredLinks) {
  public CollectionStatistics {
    requireNonNull(options, "options is null");
    languages = List.copyOf(languages);
    pairs = List.copyOf(pairs);
    pages = Map.copyOf(pages);
  }

  /** Number of documents in all languages. */
  public long documents() {
    return languages.stream().mapToLong(LanguageStatistics::documents).sum();
  }

  /** Number of queries of all pairs in a split; a query counts once for each document language. */
  public long queries(Split split) {
    return pairs.stream().mapToLong(pair -> pair.queries(split)).sum();
  }

  /** Number of candidates of each grade, from 0 to 6, of all pairs. */
  public List<Long> grades() {
    List<Long> sums = new ArrayList<>();
    for (PairStatistics pair : pairs) {
      for (int grade = 0; grade < pair.grades().size(); grade++) {
        if (sums.size() == grade) {
          sums.add(0L);
        }
        sums.set(grade, sums.get(grade) + pair.grades().get(grade));
      }
    }
    return sums;
  }

  /** The statistics of a pair; empty if it has no queries. */
  public Optional<PairStatistics> pair(Language queries, Language documents) {
    return pairs.stream()
        .filter(pair -> pair.languages().source().equals(queries))
        .filter(pair -> pair.languages().target().equals(documents))
        .findFirst();
  }

  /** The statistics as JSON. */
  public String toJson() {
    return CollectionStatisticsJson.of(this);
  }

  /** The statistics as an HTML page. */
  public HtmlReport toReport() {
    return CollectionStatisticsReport.of(this);
  }
}
