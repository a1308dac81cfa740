// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.List;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.SparseEncoder;
import org.isogloss.core.SparseVector;
import org.isogloss.core.util.LruCache;

/** The weights of the terms of recent queries. This class is thread-safe. */
public final class SparseQueries {
  private static final int CAPACITY = 1024;

  private final SparseEncoder encoder;
  private final LruCache<String, SparseVector> cache = new LruCache<>(CAPACITY);

  public SparseQueries(SparseEncoder encoder) {
    this.encoder = encoder;
  }

  /** Returns the weights of the terms of a query. */
  public SparseVector get(Query query) {
    return cache.findOrCompute(List.of(query), Query::text, this::encode).getFirst();
  }

  private List<SparseVector> encode(List<Query> queries) {
    return encoder.encode(queries.stream().map(Query::text).toList(), Role.QUERY);
  }

  public SparseEncoder encoder() {
    return encoder;
  }
}
