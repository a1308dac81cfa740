// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Role;
import org.isogloss.core.TokenVectorScorer;

/**
 * An LRU cache of query vectors, because the same query is often searched in several languages and
 * for several pages. This class is thread-safe.
 */
public final class QueryVectorCache {
  private static final int CAPACITY = 4096;

  private final Encoder encoder;
  private final Optional<TokenVectorScorer> pooling;
  private final Map<String, float[]> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
          return size() > CAPACITY;
        }
      };

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
    String text = query.text();
    synchronized (cache) {
      float[] cached = cache.get(text);
      if (cached != null) {
        return cached;
      }
    }
    float[] vector = encode(List.of(query)).getFirst();
    synchronized (cache) {
      cache.put(text, vector);
    }
    return vector;
  }

  /** Encodes the queries that are not in the cache in one batch, and caches their vectors. */
  public void remember(List<Query> queries) {
    SequencedMap<String, Query> missing = new LinkedHashMap<>();
    synchronized (cache) {
      queries.stream()
          .filter(query -> !query.text().isBlank() && !cache.containsKey(query.text()))
          .limit(CAPACITY / 2)
          .forEach(query -> missing.putIfAbsent(query.text(), query));
    }
    if (missing.size() > 1) {
      Iterator<float[]> vectors = encode(List.copyOf(missing.values())).iterator();
      synchronized (cache) {
        missing.keySet().forEach(text -> cache.put(text, vectors.next()));
      }
    }
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
