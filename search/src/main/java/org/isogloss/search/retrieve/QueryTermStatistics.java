// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.IndexTerm;
import org.isogloss.search.reader.TermStatistics;

/**
 * The statistics of the terms of one query, each looked up once: the correction of misspelt words
 * and the weights of words need those of the same terms. Not thread-safe.
 */
public final class QueryTermStatistics {
  private final IndexSnapshot snapshot;
  private Map<IndexTerm, TermStatistics> known = Map.of();

  /** Creates the statistics of a query to an index. */
  public QueryTermStatistics(IndexSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** Looks up terms together, which takes less time than one after the other. */
  void lookUp(Collection<IndexTerm> terms) {
    if (known.isEmpty()) {
      known = snapshot.termStatistics(terms);
      return;
    }
    List<IndexTerm> unknown = terms.stream().filter(term -> !known.containsKey(term)).toList();
    if (!unknown.isEmpty()) {
      known = new HashMap<>(known);
      known.putAll(snapshot.termStatistics(unknown));
    }
  }

  /** Returns the number of passages that contain a term that was looked up. */
  long passages(IndexTerm term) {
    return of(term).passages();
  }

  /** Returns the statistics of a term that was looked up. */
  TermStatistics of(IndexTerm term) {
    return known.get(term);
  }
}
