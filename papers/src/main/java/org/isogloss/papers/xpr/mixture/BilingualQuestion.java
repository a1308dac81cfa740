// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * A query with candidate passages, all in both languages.
 *
 * @param candidates distinct numbers of passages in the {@link BilingualQuestionSet}
 * @param relevant the relevant candidates, at least one
 */
public record BilingualQuestion(
    BilingualText query, List<Integer> candidates, Set<Integer> relevant) {
  public BilingualQuestion {
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
