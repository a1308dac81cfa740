package org.isogloss.neural;

import java.util.Map;

/**
 * What a batch is made of.
 *
 * @param pairs of a batch
 * @param groups how many groups (two languages of one kind of data) share a batch evenly
 * @param balance a group is drawn with the power of its size: 1 follows the data, 0 treats all
 *     alike
 * @param shares how often each kind of data is drawn, as parts of their sum; a kind not named here
 *     counts 1
 * @param tokenDropout share of tokens left out of a sentence; at least one stays
 */
public record BatchPlan(
    @Default("1024") int pairs,
    @Default("4") int groups,
    @Default("0.5") double balance,
    Map<String, Double> shares,
    @Default("0") double tokenDropout) {
  public BatchPlan {
    shares = Map.copyOf(shares);
    Checks.atLeast("pairs", pairs, 2);
    Checks.atLeast("groups", groups, 1);
    Checks.atLeast("pairs", pairs, groups);
    Checks.inside("balance", balance, 0, 1);
    shares.forEach((kind, share) -> Checks.inside("shares of " + kind, share, 0, 1e9));
    Checks.inside("token-dropout", tokenDropout, 0, 0.95);
  }
}
