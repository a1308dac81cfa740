// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Query;

/**
 * A query with its relevance judgements.
 *
 * @param judgements the judgements of this query, in the order of the data; grade 0 means that the
 *     document was judged and is not relevant
 */
public record JudgedQuery(Query query, List<Judgement> judgements) {
  public JudgedQuery {
    requireNonNull(query, "query is null");
    judgements = List.copyOf(judgements);
    for (Judgement judgement : judgements) {
      if (!judgement.queryId().equals(query.id())) {
        throw new IllegalArgumentException(
            "a judgement of query " + judgement.queryId() + " with query " + query.id());
      }
    }
  }
}
