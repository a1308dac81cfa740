package org.isogloss.neural.ranker;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.LengthBucketedBatches;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

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
public record RankerBatchOptions(
    @Default("32") int pairs,
    @Default("4") int groups,
    @Default("0.5") double balance,
    Map<String, Double> shares,
    @Default("query") RoleChoice roles,
    @Default("1") int joined,
    @Default("0") double inside,
    @Default("0") int maxLength,
    @Default("0") int tokens,
    @Default("16") int bucket,
    @Default("32") int chunk) {
  /** What the texts of a pair are read as. */
  public enum RoleChoice {
    /** Queries. */
    QUERY,
    /** Both as queries, or both as passages, by a coin. */
    EITHER
  }

  public RankerBatchOptions {
    shares = Map.copyOf(shares);
    RecipeChecks.requireAtLeast("joined", joined, 1);
    RecipeChecks.requireInRange("inside", inside, 0, 1);
    RecipeChecks.requireAtLeast("max-length", maxLength, 0);
    RecipeChecks.requireAtLeast("tokens", tokens, 0);
    RecipeChecks.requireAtLeast("bucket", bucket, 1);
    RecipeChecks.requireAtLeast("chunk", chunk, 1);
    samplingOptions(pairs, groups, balance, shares);
  }

  /** How pairs are drawn. */
  public PairSamplingOptions samplingOptions() {
    return samplingOptions(pairs, groups, balance, shares);
  }

  /**
   * Batches of what lies near each other in length, ready before they are asked for.
   *
   * @param windowBatches number of batches whose elements are drawn and sorted together
   */
  public <E> Batches<List<E>> bucketAndPrefetch(
      Batches<List<E>> batches, ToIntFunction<E> length, int windowBatches, long seed) {
    return new PrefetchingBatches<>(
        new LengthBucketedBatches<>(batches, length, windowBatches, pairs, tokens, seed));
  }

  private static PairSamplingOptions samplingOptions(
      int pairs, int groups, double balance, Map<String, Double> shares) {
    return new PairSamplingOptions(pairs, groups, balance, shares, 0);
  }
}
