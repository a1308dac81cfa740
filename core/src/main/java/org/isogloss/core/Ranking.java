// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The result of a query: hits in the order of {@link Hit#BEST_FIRST}.
 *
 * @param hits best first
 */
public record Ranking(List<Hit> hits) {
  /** The ranking without hits. */
  public static final Ranking EMPTY = new Ranking(List.of());

  public Ranking {
    hits = List.copyOf(hits);
    for (int i = 1; i < hits.size(); i++) {
      if (Hit.BEST_FIRST.compare(hits.get(i - 1), hits.get(i)) > 0) {
        throw new IllegalArgumentException(
            "hits are not in order at rank "
                + i
                + ": "
                + hits.get(i - 1)
                + " before "
                + hits.get(i));
      }
    }
  }

  /** Sorts hits into a ranking. */
  public static Ranking of(Collection<Hit> hits) {
    return new Ranking(hits.stream().sorted(Hit.BEST_FIRST).toList());
  }

  /**
   * Creates a ranking in a given order. The score of a hit that is not above that of the next one
   * is raised to just above it, in single precision, because evaluation tools read scores as
   * floats.
   */
  public static Ranking inOrder(List<Hit> hits) {
    List<Hit> scored = new ArrayList<>(hits);
    for (int i = scored.size() - 2; i >= 0; i--) {
      float next = (float) scored.get(i + 1).score();
      if ((float) scored.get(i).score() <= next) {
        scored.set(i, scored.get(i).withScore(Math.nextUp(next)));
      }
    }
    return new Ranking(scored);
  }

  public int size() {
    return hits.size();
  }

  public boolean isEmpty() {
    return hits.isEmpty();
  }

  /** The first {@code depth} hits, or all hits if there are fewer. */
  public Ranking top(int depth) {
    return depth >= hits.size() ? this : new Ranking(hits.subList(0, depth));
  }

  /**
   * Some hits in the middle, in their order.
   *
   * @param offset number of hits before the page, 0 or more
   * @param size maximum number of hits on the page, 1 or more
   * @return fewer hits at the end of the ranking, none past it
   */
  public Ranking page(long offset, int size) {
    if (offset < 0) {
      throw new IllegalArgumentException("offset is " + offset + ", expected 0 or more");
    }
    if (size < 1) {
      throw new IllegalArgumentException("size is " + size + ", expected 1 or more");
    }
    if (offset >= hits.size()) {
      return EMPTY;
    }
    int from = (int) offset;
    return new Ranking(hits.subList(from, from + Math.min(size, hits.size() - from)));
  }

  /** Each document once, at the rank of its best passage (MaxP). */
  public Ranking bestPassagePerDocument() {
    Set<String> seen = new HashSet<>();
    return new Ranking(hits.stream().filter(hit -> seen.add(hit.documentId())).toList());
  }
}
