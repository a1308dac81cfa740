// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Query;
import org.isogloss.core.Ranking;

/** A query with its ranking. */
public record QueryResult(Query query, Ranking ranking) {
  public QueryResult {
    requireNonNull(query, "query is null");
    requireNonNull(ranking, "ranking is null");
  }
}
