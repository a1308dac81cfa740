// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;

/**
 * Samples the negative words of a pair for {@link WordContrastiveLoss}: without replacement, with
 * probabilities proportional to their similarity to the pair, so that most are hard negatives (Wei
 * et al. 2021, section 3.1: "sampled according to the normalized similarities").
 *
 * <p>A cosine can be negative, a probability cannot: words with a negative cosine are sampled only
 * if there are too few others. The paper does not specify this case.
 */
public final class SimilarWordSampler {
  /** The sampling weight of a word with a negative cosine. */
  private static final double MIN_WEIGHT = 1e-6;

  private SimilarWordSampler() {}

  /**
   * Samples words with libtorch's default generator.
   *
   * @param similarities {@code [n, vocabulary]}: cosines of pairs and words, without a gradient
   *     graph
   * @param excluded bool {@code [n, vocabulary]}: true for words that must not be sampled
   * @param count words per pair; fewer if a pair has fewer words that are not excluded
   * @return int64 {@code [n, count]}: the distinct words of each pair, in the order of sampling
   * @throws IllegalArgumentException if every word is excluded for a pair
   */
  public static Tensor sample(Tensor similarities, Tensor excluded, int count) {
    long available = excluded.logical_not().sum(1).min().item_long();
    if (available == 0) {
      throw new IllegalArgumentException("every word of the vocabulary is excluded for a pair");
    }
    return samplingWeights(similarities, excluded).multinomial(Math.min(count, available));
  }

  /** Returns unnormalised probabilities of the first word, {@code [n, vocabulary]}. */
  static Tensor samplingWeights(Tensor similarities, Tensor excluded) {
    return similarities
        .clamp_min(Tensors.scalar(MIN_WEIGHT))
        .masked_fill(excluded, Tensors.scalar(0));
  }
}
