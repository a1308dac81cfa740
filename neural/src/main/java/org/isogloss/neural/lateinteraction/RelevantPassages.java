// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

import java.util.List;

/**
 * Queries with the passages of their relevant documents.
 *
 * @param queries the queries
 * @param passages the passages of all documents
 * @param relevant for each query, the indices of the passages of each relevant document
 */
public record RelevantPassages(
    List<TokenStates> queries, List<TokenStates> passages, List<List<int[]>> relevant) {
  public RelevantPassages {
    queries = List.copyOf(queries);
    passages = List.copyOf(passages);
    relevant = List.copyOf(relevant);
    if (queries.size() != relevant.size()) {
      throw new IllegalArgumentException(
          queries.size() + " queries, " + relevant.size() + " of them with relevant passages");
    }
  }
}
