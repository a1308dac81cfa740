// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A uniform random sample of a stream (algorithm R of Waterman). */
final class ReservoirSample<T> {
  private static final long SEED = 42;

  private final int capacity;
  private final List<T> items = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(SEED);
  private long seen;

  ReservoirSample(int capacity) {
    this.capacity = capacity;
  }

  void add(T item) {
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

  long seen() {
    return seen;
  }

  List<T> items() {
    return items;
  }
}
