// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts distinct texts in bounded memory by lossy counting (Manku and Motwani 2002,
 * <em>Approximate frequency counts over data streams</em>): when there are too many, those with the
 * smallest counts are dropped. A count is then too small by at most {@link #maxError}.
 */
final class FrequencyCounter {
  private final int capacity;
  private final Map<String, Count> counts = new HashMap<>();
  private long maxError;

  private static final class Count {
    /** Occurrences that the text may have had before it was dropped. */
    final long missed;

    long value;

    Count(long missed) {
      this.missed = missed;
    }
  }

  /** Creates a counter of at most {@code capacity} distinct texts. */
  FrequencyCounter(int capacity) {
    this.capacity = capacity;
  }

  void add(String text) {
    Count known = counts.get(text);
    if (known == null) {
      while (counts.size() >= capacity) {
        maxError++;
        counts.values().removeIf(count -> count.value + count.missed <= maxError);
      }
      known = new Count(maxError);
      counts.put(text, known);
    }
    known.value++;
  }

  long count(String text) {
    Count known = counts.get(text);
    return known == null ? 0 : known.value;
  }

  /** The counts of the texts that were not dropped. */
  Map<String, Long> counts() {
    Map<String, Long> all = new HashMap<>();
    counts.forEach((text, count) -> all.put(text, count.value));
    return all;
  }

  /** By how much a count may be too small; 0 if nothing was dropped. */
  long maxError() {
    return maxError;
  }
}
