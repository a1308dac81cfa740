package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;

/**
 * Draws words that stand against a pair's own in {@link WordContrastiveLoss}: without putting back,
 * each with a chance in proportion to how similar it is to the pair, so that most are hard to tell
 * from its own (Wei et al. 2021, section 3.1: "sampled according to the normalized similarities").
 *
 * <p>A cosine can be negative, and a chance cannot: a word that points away from the pair is drawn
 * only where too few point towards it. The paper does not say what it does with these.
 */
public final class SimilarWordSampler {
  /** What a word counts that points away from the pair. */
  private static final double MIN_WEIGHT = 1e-6;

  private SimilarWordSampler() {}

  /**
   * Draws from libtorch's default generator.
   *
   * @param similarities {@code [n, vocabulary]}: cosines of pairs with words, without a graph
   * @param excluded bool {@code [n, vocabulary]}: true for words that may not be drawn
   * @param count how many to draw for each pair; fewer where a pair has fewer to draw from
   * @return int64 {@code [n, drawn]}: for each pair different words, first drawn first
   * @throws IllegalArgumentException if for some pair nothing may be drawn
   */
  public static Tensor sample(Tensor similarities, Tensor excluded, int count) {
    long open = excluded.logical_not().sum(1).min().item_long();
    if (open == 0) {
      throw new IllegalArgumentException("every word of the vocabulary is excluded for a pair");
    }
    return samplingWeights(similarities, excluded).multinomial(Math.min(count, open));
  }

  /** {@code [n, vocabulary]}: in proportion to the chance of being drawn first. */
  static Tensor samplingWeights(Tensor similarities, Tensor excluded) {
    return similarities
        .clamp_min(Tensors.scalar(MIN_WEIGHT))
        .masked_fill(excluded, Tensors.scalar(0));
  }
}
