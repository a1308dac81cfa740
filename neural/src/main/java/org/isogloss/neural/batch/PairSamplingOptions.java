package org.isogloss.neural.batch;

import java.util.Map;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

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
public record PairSamplingOptions(
    @Default("1024") int pairs,
    @Default("4") int groups,
    @Default("0.5") double balance,
    Map<String, Double> shares,
    @Default("0") double tokenDropout) {
  public PairSamplingOptions {
    shares = Map.copyOf(shares);
    RecipeChecks.requireAtLeast("pairs", pairs, 2);
    RecipeChecks.requireAtLeast("groups", groups, 1);
    RecipeChecks.requireAtLeast("pairs", pairs, groups);
    RecipeChecks.requireInRange("balance", balance, 0, 1);
    shares.forEach(
        (kind, share) -> RecipeChecks.requireInRange("shares of " + kind, share, 0, 1e9));
    RecipeChecks.requireInRange("token-dropout", tokenDropout, 0, 0.95);
  }
}
