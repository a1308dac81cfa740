package org.isogloss.search.retrieve;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Role;

/**
 * Vectors of queries. The last ones are remembered: one query is asked of several languages, page
 * after page. Safe for use by many threads at once.
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

  /** The vector of a query; not to be written to. */
  public float[] get(String text) {
    synchronized (cache) {
      float[] known = cache.get(text);
      if (known != null) {
        return known;
      }
    }
    float[] vector = encoder.encode(List.of(text), Role.QUERY)[0];
    synchronized (cache) {
      cache.put(text, vector);
    }
    return vector;
  }

  /** Encodes those queries together whose vectors are not known yet, and remembers them. */
  public void remember(List<Query> queries) {
    List<String> unknown;
    synchronized (cache) {
      unknown =
          queries.stream()
              .map(Query::text)
              .filter(text -> !text.isBlank() && !cache.containsKey(text))
              .distinct()
              .limit(CAPACITY / 2)
              .toList();
    }
    if (unknown.size() > 1) {
      float[][] vectors = encoder.encode(unknown, Role.QUERY);
      synchronized (cache) {
        for (int i = 0; i < vectors.length; i++) {
          cache.put(unknown.get(i), vectors[i]);
        }
      }
    }
  }

  public Encoder encoder() {
    return encoder;
  }
}
