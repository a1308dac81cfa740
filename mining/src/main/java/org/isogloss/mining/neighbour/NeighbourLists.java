// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

/**
 * The nearest candidates of every sentence with their cosines. Sentences and candidates are
 * numbered from 0.
 */
public final class NeighbourLists {
  private final TopKLists lists;
  private final double unit;

  /**
   * Creates lists from dot products of quantised vectors.
   *
   * @param lists the candidates and products
   * @param unit the cosine that a product of 1 represents
   */
  NeighbourLists(TopKLists lists, double unit) {
    this.lists = lists;
    this.unit = unit;
  }

  /** Number of sentences. */
  public int size() {
    return lists.size();
  }

  /** Number of neighbours of a sentence: the requested number, or fewer if fewer were found. */
  public int count(int sentence) {
    return lists.count(sentence);
  }

  /**
   * Returns a neighbour of a sentence.
   *
   * @param sentence the sentence
   * @param rank rank of the neighbour; 0 for the nearest
   */
  public int candidate(int sentence, int rank) {
    return lists.candidate(sentence, rank);
  }

  /** The dot product of the quantised vectors of a sentence and its neighbour at a rank. */
  public int product(int sentence, int rank) {
    return lists.product(sentence, rank);
  }

  /** The cosine of a sentence and its neighbour at a rank. */
  public double cosine(int sentence, int rank) {
    return lists.product(sentence, rank) * unit;
  }

  /** The mean cosine of a sentence and its neighbours; 0 if it has none. */
  public double meanCosine(int sentence) {
    int count = count(sentence);
    double sum = 0;
    for (int rank = 0; rank < count; rank++) {
      sum += cosine(sentence, rank);
    }
    return count == 0 ? 0 : sum / count;
  }

  TopKLists lists() {
    return lists;
  }
}
