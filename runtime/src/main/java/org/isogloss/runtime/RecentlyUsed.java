package org.isogloss.runtime;

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
final class RecentlyUsed<K, V> {
  private final long most;
  private final ToLongFunction<V> size;
  private final LinkedHashMap<K, V> last = new LinkedHashMap<>(16, 0.75f, true);
  private long held;

  /**
   * None remembered yet.
   *
   * @param most the sizes of all that is remembered, at most
   */
  RecentlyUsed(long most, ToLongFunction<V> size) {
    this.most = most;
    this.size = size;
  }

  /** What was made of something; not to be written to. */
  synchronized Optional<V> find(K key) {
    return Optional.ofNullable(last.get(key));
  }

  /** Remembers what was made of something, unless that alone is too much. */
  synchronized void put(K key, V value) {
    long added = size.applyAsLong(value);
    if (added > most) {
      return;
    }
    V before = last.put(key, value);
    held += added - (before == null ? 0 : size.applyAsLong(before));
    while (held > most) {
      Map.Entry<K, V> eldest = last.pollFirstEntry();
      held -= size.applyAsLong(eldest.getValue());
    }
  }

  /** The sizes of all that is remembered. */
  synchronized long held() {
    return held;
  }
}
