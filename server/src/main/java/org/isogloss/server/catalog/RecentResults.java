// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * The results of the last requests to a bitext, until its files change. Thread-safe.
 *
 * @param <K> a request
 * @param <V> its result
 */
final class RecentResults<K, V> {
  private static final int MAX_SIZE = 4;

  private final CorpusFiles files;
  private final SequencedMap<K, V> results =
      new LinkedHashMap<>(MAX_SIZE, 0.75f, /* accessOrder= */ true);
  private List<CorpusFiles.State> states = List.of();

  RecentResults(CorpusFiles files) {
    this.files = files;
  }

  /** Returns the result of a request, which is computed if it is not known. */
  V get(K request, Supplier<V> computation) {
    List<CorpusFiles.State> before = files.states();
    synchronized (results) {
      if (!before.equals(states)) {
        results.clear();
        states = before;
      }
      V known = results.get(request);
      if (known != null) {
        return known;
      }
    }
    V computed = computation.get();
    synchronized (results) {
      // A file that has changed meanwhile may have been read in either state.
      if (before.equals(states) && before.equals(files.states())) {
        results.put(request, computed);
        if (results.size() > MAX_SIZE) {
          results.pollFirstEntry();
        }
      }
    }
    return computed;
  }
}
