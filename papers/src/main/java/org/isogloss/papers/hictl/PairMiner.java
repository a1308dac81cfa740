package org.isogloss.papers.hictl;

import java.util.List;

/** Finds pairs of sentences that say the same in two languages. */
interface PairMiner {
  /** How a cosine is set against those of a sentence's neighbours (Artetxe and Schwenk 2019). */
  enum Margin {
    /** Cosine by the mean of the neighbours'. */
    RATIO,
    /** Cosine less the mean of the neighbours'. */
    DISTANCE
  }

  /** Two sentences, by their places, and how sure it is that they are a pair. */
  record Mined(int source, int target, double score) {}

  /**
   * Finds pairs; each sentence is in one at most.
   *
   * @param source unit vectors of one side
   * @param target of the other
   * @return the surest first
   */
  List<Mined> mine(float[][] source, float[][] target, Margin margin);
}
