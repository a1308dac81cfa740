// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

/**
 * The nearest neighbours of sentences among candidates that were searched in parts: each candidate
 * in one part, and each part with vectors of the same quantisation.
 */
public final class NeighbourUnion {
  private final TopKLists lists;

  /**
   * Creates a union without neighbours.
   *
   * @param size number of sentences
   * @param depth maximum number of neighbours of each sentence
   */
  public NeighbourUnion(int size, int depth) {
    lists = new TopKLists(size, depth);
  }

  /**
   * Adds a neighbour that was found in a part.
   *
   * @param product the dot product of the quantised vectors
   */
  public void add(int sentence, int candidate, int product) {
    lists.offer(sentence, candidate, product);
  }

  /**
   * Returns the nearest neighbours of each sentence.
   *
   * @param unit the cosine that a product of 1 represents: the product of both quantisation steps
   */
  public NeighbourLists lists(double unit) {
    return new NeighbourLists(lists, unit);
  }
}
