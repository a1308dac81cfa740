// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Role;

/**
 * An LRU cache of query vectors, because the same query is often searched in several languages and
 * for several pages. This class is thread-safe.
 */
public final class QueryVectorCache {
  private static final int CAPACITY = 4096;

  private final Encoder encoder;
  private final Map<String, float[]> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
          return size() > CAPACITY;
        }
      };

  public QueryVectorCache(Encoder encoder) {
    this.encoder = encoder;
  }

  /** Returns the vector of a query; callers must not modify it. */
  public float[] get(String text) {
    synchronized (cache) {
      float[] cached = cache.get(text);
      if (cached != null) {
        return cached;
      }
    }
    float[] vector = encoder.encode(List.of(text), Role.QUERY)[0];
    synchronized (cache) {
      cache.put(text, vector);
    }
    return vector;
  }

  /** Encodes the queries that are not in the cache in one batch, and caches their vectors. */
  public void remember(List<Query> queries) {
    List<String> missing;
    synchronized (cache) {
      missing =
          queries.stream()
              .map(Query::text)
              .filter(text -> !text.isBlank() && !cache.containsKey(text))
              .distinct()
              .limit(CAPACITY / 2)
              .toList();
    }
    if (missing.size() > 1) {
      float[][] vectors = encoder.encode(missing, Role.QUERY);
      synchronized (cache) {
        for (int i = 0; i < vectors.length; i++) {
          cache.put(missing.get(i), vectors[i]);
        }
      }
    }
  }

  public Encoder encoder() {
    return encoder;
  }
}
