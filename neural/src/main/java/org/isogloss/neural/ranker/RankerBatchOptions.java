// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
 * Options of the batches of a ranker.
 *
 * @param pairs pairs in a batch
 * @param groups number of language pairs that are sampled for a batch
 * @param balance a language pair is sampled in proportion to this power of its size: 1 follows the
 *     data, 0 is uniform
 * @param shares relative frequency of each kind of data; 1 for a kind that is not named
 * @param roles roles of the texts of a pair
 * @param joined half of the text pairs consist of two to this number of concatenated pairs of one
 *     language pair; 1 for none
 * @param inside share of joined pairs whose left text is one of the sentences alone, read as a
 *     query, and whose right text is all of them, read as a passage
 * @param maxLength maximum number of tokens of a text of a pair, which is truncated; fewer texts
 *     are joined if more would be truncated; 0 for the model's maximum length
 * @param tokens maximum number of tokens in a batch, the longer sides padded: batches of long texts
 *     have fewer pairs; 0 for no limit
 * @param bucket number of batches that are sampled and sorted by length together
 * @param chunk texts in a forward pass
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
  /** The roles of the texts of a pair. */
  public enum RoleChoice {
    /** Queries. */
    QUERY,
    /** Both as queries, or both as passages, at random. */
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

  /** Returns the options of the pair sampler. */
  public PairSamplingOptions samplingOptions() {
    return samplingOptions(pairs, groups, balance, shares);
  }

  /**
   * Returns batches of similar length, prefetched.
   *
   * @param windowBatches number of batches whose elements are sampled and sorted together
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
