// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.util.Arrays;

/**
 * For each of many sentences, the candidates with the highest products so far, best first; on ties,
 * those that were offered first. All lists are stored in two flat arrays, with eight bytes per
 * entry.
 */
public final class TopKLists {
  /** The product of an empty entry; lower than any real product. */
  static final int EMPTY_PRODUCT = -(1 << 30);

  private final int depth;
  private final int[] candidates;
  private final int[] products;

  /** The product that a candidate must exceed to enter each list. */
  private final int[] thresholds;

  TopKLists(int size, int depth) {
    this.depth = depth;
    candidates = new int[Math.multiplyExact(size, depth)];
    products = new int[candidates.length];
    thresholds = new int[size];
    clear();
  }

  void clear() {
    Arrays.fill(candidates, -1);
    Arrays.fill(products, EMPTY_PRODUCT);
    Arrays.fill(thresholds, EMPTY_PRODUCT);
  }

  int size() {
    return thresholds.length;
  }

  int depth() {
    return depth;
  }

  /**
   * The lowest product of each list, or {@link #EMPTY_PRODUCT} if the list is not full. Callers
   * must not modify the array.
   */
  int[] thresholds() {
    return thresholds;
  }

  /** Inserts a candidate if its product is higher than the lowest one of a full list. */
  void offer(int list, int candidate, int product) {
    if (product <= thresholds[list]) {
      return;
    }
    int first = list * depth;
    int at = first + depth - 1;
    while (at > first && products[at - 1] < product) {
      products[at] = products[at - 1];
      candidates[at] = candidates[at - 1];
      at--;
    }
    products[at] = product;
    candidates[at] = candidate;
    thresholds[list] = products[first + depth - 1];
  }

  /** Number of entries of a list. */
  int count(int list) {
    int count = 0;
    while (count < depth && products[list * depth + count] != EMPTY_PRODUCT) {
      count++;
    }
    return count;
  }

  int candidate(int list, int rank) {
    return candidates[list * depth + rank];
  }

  int product(int list, int rank) {
    return products[list * depth + rank];
  }

  int[] candidates() {
    return candidates;
  }

  int[] products() {
    return products;
  }

  /** Replaces all lists by saved ones. */
  void restore(int[] otherCandidates, int[] otherProducts) {
    System.arraycopy(otherCandidates, 0, candidates, 0, candidates.length);
    System.arraycopy(otherProducts, 0, products, 0, products.length);
    for (int list = 0; list < thresholds.length; list++) {
      thresholds[list] = products[list * depth + depth - 1];
    }
  }
}
