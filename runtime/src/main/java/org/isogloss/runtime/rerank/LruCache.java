// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * A least-recently-used cache with a limit on the total size of its values. It holds encoded
 * passages, which are scored for many queries. Thread-safe.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class LruCache<K, V> {
  private final long maxSize;
  private final ToLongFunction<V> size;
  private final LinkedHashMap<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long totalSize;

  /**
   * Creates an empty cache.
   *
   * @param maxSize maximum total size of all values
   */
  LruCache(long maxSize, ToLongFunction<V> size) {
    this.maxSize = maxSize;
    this.size = size;
  }

  /** Returns the cached value of a key; it must not be modified. */
  synchronized Optional<V> find(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** Caches a value, unless its size alone exceeds the maximum. */
  synchronized void put(K key, V value) {
    long added = size.applyAsLong(value);
    if (added > maxSize) {
      return;
    }
    V previous = entries.put(key, value);
    totalSize += added - (previous == null ? 0 : size.applyAsLong(previous));
    while (totalSize > maxSize) {
      Map.Entry<K, V> eldest = entries.pollFirstEntry();
      totalSize -= size.applyAsLong(eldest.getValue());
    }
  }

  /** Returns the total size of all cached values. */
  synchronized long totalSize() {
    return totalSize;
  }
}
