package org.isogloss.runtime.rerank;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * What was made of some things, for as many of those asked for last as find room: the same passages
 * are read beside many queries. Safe for use by many threads at once.
 *
 * @param <K> of what
 * @param <V> what was made of it
 */
final class LruCache<K, V> {
  private final long maxSize;
  private final ToLongFunction<V> size;
  private final LinkedHashMap<K, V> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long totalSize;

  /**
   * None remembered yet.
   *
   * @param maxSize the sizes of all that is remembered, at most
   */
  LruCache(long maxSize, ToLongFunction<V> size) {
    this.maxSize = maxSize;
    this.size = size;
  }

  /** What was made of something; not to be written to. */
  synchronized Optional<V> find(K key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** Remembers what was made of something, unless that alone is too much. */
  synchronized void put(K key, V value) {
    long added = size.applyAsLong(value);
    if (added > maxSize) {
      return;
    }
    V before = entries.put(key, value);
    totalSize += added - (before == null ? 0 : size.applyAsLong(before));
    while (totalSize > maxSize) {
      Map.Entry<K, V> eldest = entries.pollFirstEntry();
      totalSize -= size.applyAsLong(eldest.getValue());
    }
  }

  /** The sizes of all that is remembered. */
  synchronized long totalSize() {
    return totalSize;
  }
}
