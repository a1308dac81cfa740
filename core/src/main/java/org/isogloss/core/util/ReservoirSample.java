// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A uniform random sample of a stream: every item is kept with the same probability, whatever their
 * number (Vitter 1985, <em>Random sampling with a reservoir</em>, algorithm R). Not thread-safe.
 *
 * @param <T> the type of items
 */
public final class ReservoirSample<T> {
  private final int capacity;
  private final List<T> items = new ArrayList<>();
  private final RandomGenerator random;
  private long seen;

  /**
   * Creates an empty sample.
   *
   * @param capacity maximum number of items
   */
  public ReservoirSample(int capacity, RandomGenerator random) {
    this.capacity = capacity;
    this.random = random;
  }

  /** Adds an item of the stream, which may replace one of the sample. */
  public void add(T item) {
    seen++;
    if (items.size() < capacity) {
      items.add(item);
    } else {
      long place = random.nextLong(seen);
      if (place < capacity) {
        items.set((int) place, item);
      }
    }
  }

  /** Number of items that were added. */
  public long seen() {
    return seen;
  }

  /** The items of the sample, not necessarily in the order of the stream. */
  public List<T> items() {
    return Collections.unmodifiableList(items);
  }
}
