// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

import java.util.Arrays;
import java.util.List;

/**
 * The cells of the search: after {@code i} source sentences, between {@code first(i)} and {@code
 * last(i)} target sentences have been aligned.
 */
final class Band {
  private final int[] first;
  private final int[] last;

  private Band(int[] first, int[] last) {
    this.first = first;
    this.last = last;
  }

  /** All cells. */
  static Band full(int sources, int targets) {
    int[] last = new int[sources + 1];
    Arrays.fill(last, targets);
    return new Band(new int[sources + 1], last);
  }

  /**
   * The cells at most {@code radius} target sentences away from an alignment of documents of half
   * as many sentences.
   */
  static Band around(List<Bead> halved, int sources, int targets, int radius) {
    int[] first = new int[sources + 1];
    int[] last = new int[sources + 1];
    Arrays.fill(first, targets);
    for (Bead bead : halved) {
      int from = Math.max(0, 2 * bead.targetStart() - radius);
      int to = Math.min(targets, 2 * bead.targetEnd() + radius);
      for (int i = 2 * bead.sourceStart(); i <= Math.min(sources, 2 * bead.sourceEnd() + 1); i++) {
        first[i] = Math.min(first[i], from);
        last[i] = Math.max(last[i], to);
      }
    }
    first[0] = 0;
    last[sources] = targets;
    return new Band(first, last);
  }

  /** The cells near the diagonal, for documents whose sentences correspond nearly one to one. */
  static Band diagonal(int sources, int targets, int radius) {
    int[] first = new int[sources + 1];
    int[] last = new int[sources + 1];
    for (int i = 0; i <= sources; i++) {
      int middle = sources == 0 ? 0 : (int) ((long) i * targets / sources);
      first[i] = i == 0 ? 0 : Math.max(0, middle - radius);
      last[i] = i == sources ? targets : Math.min(targets, middle + radius);
    }
    return new Band(first, last);
  }

  int first(int source) {
    return first[source];
  }

  int width(int source) {
    return last[source] - first[source] + 1;
  }

  boolean contains(int source, int target) {
    return source >= 0 && target >= first[source] && target <= last[source];
  }
}
