package org.isogloss.mining.neighbour;

/**
 * The nearest candidates of every sentence, with their cosines: mates in the making. Both count
 * from 0.
 */
public final class NeighbourLists {
  private final TopKLists lists;
  private final double unit;

  /**
   * Neighbours by products of vectors in eight bits.
   *
   * @param unit the cosine that a product of 1 stands for
   */
  NeighbourLists(TopKLists lists, double unit) {
    this.lists = lists;
    this.unit = unit;
  }

  /** How many sentences there are. */
  public int size() {
    return lists.size();
  }

  /** How many neighbours a sentence has: as many as were asked for, or all candidates. */
  public int count(int sentence) {
    return lists.count(sentence);
  }

  /**
   * A sentence's neighbour.
   *
   * @param rank 0 for the nearest
   */
  public int candidate(int sentence, int rank) {
    return lists.candidate(sentence, rank);
  }

  /** The cosine of a sentence and its neighbour of that rank. */
  public double cosine(int sentence, int rank) {
    return lists.product(sentence, rank) * unit;
  }

  /** The mean cosine of a sentence and its neighbours; 0 where it has none. */
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
