// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.duplicate;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.Query;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;
import org.isogloss.data.Records;
import org.isogloss.data.parse.FieldParsing;

/** Queries whose ids are valid in a run and occur only once. Keeps all ids in memory. */
public final class DistinctQueries implements Records.Source<Query> {
  private final Records.Source<Query> queries;
  private final Set<String> ids = new HashSet<>();

  public DistinctQueries(Records.Source<Query> queries) {
    this.queries = queries;
  }

  @Override
  public Optional<Query> next() throws MalformedRecordException {
    Optional<Query> query = queries.next();
    if (query.isPresent()) {
      String id = FieldParsing.requireId(query.get().id(), "the id of the query");
      if (!ids.add(id)) {
        throw new MalformedRecordException(
            "an earlier query has the id "
                + Excerpt.quote(id)
                + ": give each query a unique id, or remove one of them");
      }
    }
    return query;
  }

  @Override
  public FormatException toFormatException(String problem) {
    return queries.toFormatException(problem);
  }

  @Override
  public double progress() {
    return queries.progress();
  }

  @Override
  public void close() {
    queries.close();
  }
}
