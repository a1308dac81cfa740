// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A cache with a limit on the number of its values or on their total size, from which the least
 * recently used values are dropped. Thread-safe.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class LruCache<K, V> {
  private final long maxSize;
  private final ToLongFunction<V> size;
  private final LinkedHashMap<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long totalSize;

  /**
   * Creates an empty cache.
   *
   * @param maxSize maximum total size of all values
   */
  public LruCache(long maxSize, ToLongFunction<V> size) {
    this.maxSize = maxSize;
    this.size = size;
  }

  /**
   * Creates an empty cache.
   *
   * @param capacity maximum number of values
   */
  public LruCache(long capacity) {
    this(capacity, value -> 1);
  }

  /** Returns the cached value of a key; it must not be modified. */
  public synchronized Optional<V> find(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** Caches a value, unless its size alone exceeds the maximum. */
  public synchronized void put(K key, V value) {
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

  /**
   * Returns the values of items, those that are not cached computed together and then cached.
   *
   * @param key returns the key of an item; equal keys have equal values
   * @param compute returns the values of items with different keys, in the same order
   */
  public <T> List<V> findOrCompute(
      List<T> items, Function<T, K> key, Function<List<T>, List<V>> compute) {
    Map<K, V> known = new HashMap<>();
    SequencedMap<K, T> missing = new LinkedHashMap<>();
    for (T item : items) {
      K named = key.apply(item);
      find(named).ifPresentOrElse(found -> known.put(named, found), () -> missing.put(named, item));
    }
    if (!missing.isEmpty()) {
      Iterator<V> computed = compute.apply(List.copyOf(missing.values())).iterator();
      for (K named : missing.keySet()) {
        V value = computed.next();
        put(named, value);
        known.put(named, value);
      }
    }
    return items.stream().map(item -> known.get(key.apply(item))).toList();
  }

  /** Returns the total size of all cached values. */
  public synchronized long totalSize() {
    return totalSize;
  }
}
