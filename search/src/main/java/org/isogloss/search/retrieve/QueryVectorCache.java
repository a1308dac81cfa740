// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.core.util.LruCache;

/**
 * An LRU cache of query vectors, because the same query is often searched in several languages and
 * for several pages. This class is thread-safe.
 */
public final class QueryVectorCache {
  private static final int CAPACITY = 4096;

  private final Encoder encoder;
  private final Optional<TokenVectorScorer> pooling;
  private final LruCache<String, float[]> cache = new LruCache<>(CAPACITY);

  public QueryVectorCache(Encoder encoder) {
    this(encoder, Optional.empty());
  }

  /**
   * @param pooling a scorer whose pooled vectors are those of the encoder: it encodes the queries,
   *     and need not encode them again when it scores passages
   */
  public QueryVectorCache(Encoder encoder, Optional<TokenVectorScorer> pooling) {
    this.encoder = encoder;
    this.pooling = pooling;
  }

  /** Returns the vector of a query; callers must not modify it. */
  public float[] get(Query query) {
    return cache.findOrCompute(List.of(query), Query::text, this::encode).getFirst();
  }

  /** Encodes the queries that are not in the cache in one batch, and caches their vectors. */
  public void remember(List<Query> queries) {
    List<Query> first =
        queries.stream().filter(query -> !query.text().isBlank()).limit(CAPACITY / 2).toList();
    cache.findOrCompute(first, Query::text, this::encode);
  }

  private List<float[]> encode(List<Query> queries) {
    return pooling
        .map(scorer -> scorer.encodeQueries(queries))
        .orElseGet(
            () -> List.of(encoder.encode(queries.stream().map(Query::text).toList(), Role.QUERY)));
  }

  public Encoder encoder() {
    return encoder;
  }
}
