package org.isogloss.papers.hictl;

import java.util.List;

/**
 * The threshold at which what was mined has the greatest F1.
 *
 * @param threshold pairs with this score or a greater one are taken
 * @param precision share of these that are pairs
 * @param recall share of all hidden pairs that are among these
 */
record BestThreshold(double threshold, double precision, double recall) {
  /** Their harmonic mean. */
  double f1() {
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
  }

  /**
   * Finds it.
   *
   * @param mined the surest first
   */
  static BestThreshold of(List<PairMiner.Mined> mined, HiddenPairs hidden) {
    BestThreshold best = new BestThreshold(Double.POSITIVE_INFINITY, 0, 0);
    int right = 0;
    for (int i = 0; i < mined.size(); i++) {
      PairMiner.Mined pair = mined.get(i);
      right += hidden.isPair(pair.source(), pair.target()) ? 1 : 0;
      boolean tied = i + 1 < mined.size() && mined.get(i + 1).score() == pair.score();
      BestThreshold here =
          new BestThreshold(pair.score(), right / (i + 1.0), right / (double) hidden.pairs());
      if (!tied && here.f1() > best.f1()) {
        best = here;
      }
    }
    return best;
  }
}
