// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import org.isogloss.core.Role;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.LengthBucketedBatches;
import org.isogloss.neural.batch.PairSamplingOptions;
import org.isogloss.neural.batch.PrefetchingBatches;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The composition of batches.
 *
 * @param pairs number of pairs of a batch
 * @param groups number of language pairs that are sampled for a batch and share it evenly
 * @param balance exponent of the size of a language pair in its sampling probability: 1 samples in
 *     proportion to the size, 0 uniformly
 * @param shares relative sampling frequency of each kind of data; 1 for a kind that is not listed
 * @param roles the role in which the texts of a pair are encoded
 * @param joined maximum number of sentence pairs joined into one pair of longer texts: half of the
 *     pairs are joined from two to this many pairs of the same language pair; 1 joins none
 * @param inside fraction of the joined pairs in which the left text is only one of the sentences,
 *     encoded as a query, and the right text is all of them, encoded as a passage
 * @param typing how texts that are encoded as queries are typed; empty if as they are
 * @param maxLength maximum number of tokens of a text; longer texts are truncated, and fewer
 *     sentences are joined if the joined text would be truncated; 0 for the maximum length of the
 *     model
 * @param tokens maximum number of tokens of the longer sides of a batch, including padding; a batch
 *     of long texts then has fewer pairs; 0 for no limit
 * @param bucket number of batches that are sampled and sorted by length together
 * @param chunk number of texts that are encoded together
 */
public record RankerBatchOptions(
    @Default("32") int pairs,
    @Default("4") int groups,
    @Default("0.5") double balance,
    Map<String, Double> shares,
    @Default("query") RoleChoice roles,
    @Default("1") int joined,
    @Default("0") double inside,
    Optional<QueryTyping> typing,
    @Default("0") int maxLength,
    @Default("0") int tokens,
    @Default("16") int bucket,
    @Default("32") int chunk) {
  /** The role in which the texts of a pair are encoded. */
  public enum RoleChoice {
    /** Both as queries. */
    QUERY,
    /** Both as queries or both as passages, with equal probability. */
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

  /** Returns the maximum number of tokens of a text for a model of these settings. */
  public int maxLength(EncodingSettings model) {
    return maxLength == 0 ? model.maxLength() : Math.min(maxLength, model.maxLength());
  }

  /** Returns the role in which a text, or both texts of a pair, are encoded. */
  public Role role(SplittableRandom random) {
    return switch (roles) {
      case QUERY -> Role.QUERY;
      case EITHER -> random.nextBoolean() ? Role.QUERY : Role.PASSAGE;
    };
  }

  /** Returns the options for sampling pairs. */
  public PairSamplingOptions samplingOptions() {
    return samplingOptions(pairs, groups, balance, shares);
  }

  /**
   * Groups elements of similar length into batches, which another thread prepares in advance.
   *
   * @param length returns the length of an element, in tokens
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
