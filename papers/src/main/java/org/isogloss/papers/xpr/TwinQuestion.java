package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * A query with the passages that are to be ranked for it, all in both languages.
 *
 * @param candidates numbers of passages in the {@link TwinQuestions} that it is of, each once
 * @param relevant those of them that answer, at least one
 */
record TwinQuestion(Twin query, List<Integer> candidates, Set<Integer> relevant) {
  TwinQuestion {
    requireNonNull(query, "query is null");
    candidates = List.copyOf(candidates);
    relevant = Set.copyOf(relevant);
    if (relevant.isEmpty() || !candidates.containsAll(relevant)) {
      throw new IllegalArgumentException(
          "relevant are "
              + relevant
              + ", expected one or more of the "
              + candidates.size()
              + " candidates");
    }
  }
}
