package org.isogloss.neural.ranker;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.isogloss.neural.BatchPlan;
import org.isogloss.neural.Batches;
import org.isogloss.neural.Bucketed;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;
import org.isogloss.neural.Prefetched;

/**
 * What a batch is made of.
 *
 * @param pairs of a batch
 * @param groups how many language pairs are drawn for so many pairs
 * @param balance a language pair is drawn with this power of its size: 1 follows the data, 0 treats
 *     all alike
 * @param shares how often each kind of data is drawn, as parts of their sum; a kind not named here
 *     counts 1
 * @param roles what the texts of a pair are read as
 * @param joined half of the pairs of texts are made of two to so many of one language pair, one
 *     behind the other; 1 for none
 * @param inside share of those that are made of several whose left text is one sentence of them
 *     alone, read as a query, the right one all of them, read as a passage
 * @param maxLength pieces of a text of a pair, behind which it is cut; fewer texts are joined where
 *     more would be cut; 0 for the model's own greatest length
 * @param tokens greatest number of pieces of a batch's longer sides, filled up: where texts are
 *     long a batch has fewer pairs; 0 for any number
 * @param bucket how many batches are drawn and sorted by length together
 * @param chunk how many texts are encoded together
 */
public record RankerBatches(
    @Default("32") int pairs,
    @Default("4") int groups,
    @Default("0.5") double balance,
    Map<String, Double> shares,
    @Default("query") Roles roles,
    @Default("1") int joined,
    @Default("0") double inside,
    @Default("0") int maxLength,
    @Default("0") int tokens,
    @Default("16") int bucket,
    @Default("32") int chunk) {
  /** What the texts of a pair are read as. */
  public enum Roles {
    /** Queries. */
    QUERY,
    /** Both as queries, or both as passages, by a coin. */
    EITHER
  }

  public RankerBatches {
    shares = Map.copyOf(shares);
    Checks.atLeast("joined", joined, 1);
    Checks.inside("inside", inside, 0, 1);
    Checks.atLeast("max-length", maxLength, 0);
    Checks.atLeast("tokens", tokens, 0);
    Checks.atLeast("bucket", bucket, 1);
    Checks.atLeast("chunk", chunk, 1);
    plan(pairs, groups, balance, shares);
  }

  /** How pairs are drawn. */
  public BatchPlan plan() {
    return plan(pairs, groups, balance, shares);
  }

  /**
   * Batches of what lies near each other in length, ready before they are asked for.
   *
   * @param bucket how many of them are drawn and sorted together
   */
  public <E> Batches<List<E>> prepared(
      Batches<List<E>> drawn, ToIntFunction<E> length, int bucket, long seed) {
    return new Prefetched<>(new Bucketed<>(drawn, length, bucket, pairs, tokens, seed));
  }

  private static BatchPlan plan(int pairs, int groups, double balance, Map<String, Double> shares) {
    return new BatchPlan(pairs, groups, balance, shares, 0);
  }
}
