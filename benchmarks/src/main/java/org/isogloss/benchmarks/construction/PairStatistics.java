// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.isogloss.data.Judgement;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.collection.ClirMatrix;

/**
 * Statistics of the queries in one language with the documents in another.
 *
 * @param languages the languages of the queries and the documents
 * @param queries number of queries in each split
 * @param grades number of candidates of each grade, from 0 to 6, in all splits
 * @param fewestCandidates the smallest number of candidates of a query
 * @param mostCandidates the largest number of candidates of a query
 * @param overlap mean share of the terms of a query that occur in a relevant document, from 0 to 1;
 *     empty if it was not measured
 * @param overlapQueries number of queries for which the overlap was measured
 */
public record PairStatistics(
    LanguagePair languages,
    Map<Split, Long> queries,
    List<Long> grades,
    long fewestCandidates,
    long mostCandidates,
    OptionalDouble overlap,
    long overlapQueries) {
  public PairStatistics {
    requireNonNull(languages, "languages is null");
    queries = Map.copyOf(queries);
    grades = List.copyOf(grades);
    requireNonNull(overlap, "overlap is null");
  }

  /** Number of queries in a split. */
  public long queries(Split split) {
    return queries.getOrDefault(split, 0L);
  }

  /** Number of queries in all splits. */
  public long totalQueries() {
    return queries.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Number of candidates in all splits. */
  public long candidates() {
    return grades.stream().mapToLong(Long::longValue).sum();
  }

  /** Number of relevant candidates, those with a grade above 0, in all splits. */
  public long relevant() {
    return candidates() - grades.getFirst();
  }

  /** Counts queries. */
  static final class Counter {
    private final LanguagePair languages;
    private final Map<Split, Long> queries = new EnumMap<>(Split.class);
    private final long[] grades = new long[ClirMatrix.MAX_GRADE + 1];
    private long fewest = Long.MAX_VALUE;
    private long most;
    private double overlap;
    private long overlapQueries;

    Counter(LanguagePair languages) {
      this.languages = languages;
    }

    void add(Split split, List<Judgement> candidates) {
      queries.merge(split, 1L, Long::sum);
      candidates.forEach(candidate -> grades[candidate.grade()]++);
      fewest = Math.min(fewest, candidates.size());
      most = Math.max(most, candidates.size());
    }

    void addOverlap(double share) {
      overlap += share;
      overlapQueries++;
    }

    PairStatistics statistics() {
      List<Long> counts = new ArrayList<>();
      for (long count : grades) {
        counts.add(count);
      }
      return new PairStatistics(
          languages,
          queries,
          counts,
          fewest,
          most,
          overlapQueries == 0
              ? OptionalDouble.empty()
              : OptionalDouble.of(overlap / overlapQueries),
          overlapQueries);
    }
  }
}
