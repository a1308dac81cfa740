package org.isogloss.neural.ranker;

import java.util.Map;
import org.isogloss.neural.BatchPlan;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * What a batch is made of.
 *
 * @param pairs of a batch
 * @param groups how many language pairs are drawn for so many pairs
 * @param balance a language pair is drawn with this power of its size: 1 follows the data, 0 treats
 *     all alike
 * @param shares how often each kind of data is drawn, as parts of their sum; a kind not named here
 *     counts 1
 * @param bucket how many batches are drawn and sorted by length together
 * @param chunk how many texts are encoded together
 */
public record RankerBatches(
    @Default("32") int pairs,
    @Default("4") int groups,
    @Default("0.5") double balance,
    Map<String, Double> shares,
    @Default("16") int bucket,
    @Default("32") int chunk) {
  public RankerBatches {
    shares = Map.copyOf(shares);
    Checks.atLeast("bucket", bucket, 1);
    Checks.atLeast("chunk", chunk, 1);
    plan(pairs, groups, balance, shares);
  }

  /** How pairs are drawn. */
  BatchPlan plan() {
    return plan(pairs, groups, balance, shares);
  }

  private static BatchPlan plan(int pairs, int groups, double balance, Map<String, Double> shares) {
    return new BatchPlan(pairs, groups, balance, shares, 0);
  }
}
