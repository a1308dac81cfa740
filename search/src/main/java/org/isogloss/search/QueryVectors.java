package org.isogloss.search;

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
final class QueryVectors {
  private static final int REMEMBERED = 4096;

  private final Encoder encoder;
  private final Map<String, float[]> last =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
          return size() > REMEMBERED;
        }
      };

  QueryVectors(Encoder encoder) {
    this.encoder = encoder;
  }

  /** The vector of a query; not to be written to. */
  float[] of(String text) {
    synchronized (last) {
      float[] known = last.get(text);
      if (known != null) {
        return known;
      }
    }
    float[] vector = encoder.encode(List.of(text), Role.QUERY)[0];
    synchronized (last) {
      last.put(text, vector);
    }
    return vector;
  }

  /** Encodes those queries at once whose vectors are not known yet. */
  void prepare(List<Query> queries) {
    List<String> unknown;
    synchronized (last) {
      unknown =
          queries.stream()
              .map(Query::text)
              .filter(text -> !text.isBlank() && !last.containsKey(text))
              .distinct()
              .limit(REMEMBERED / 2)
              .toList();
    }
    if (unknown.size() > 1) {
      float[][] vectors = encoder.encode(unknown, Role.QUERY);
      synchronized (last) {
        for (int i = 0; i < vectors.length; i++) {
          last.put(unknown.get(i), vectors[i]);
        }
      }
    }
  }

  Encoder encoder() {
    return encoder;
  }
}
