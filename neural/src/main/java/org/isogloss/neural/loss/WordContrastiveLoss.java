// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.Tensors;

/**
 * Contrastive loss of sentence pairs and words: the words of a pair are positives, words that are
 * in neither of its sentences are negatives. The loss is the mean over the pairs of the mean over
 * the words of a pair of {@code -log (exp(s) / (exp(s) + sum exp(s-)))} (HICTL, Wei et al. 2021,
 * equations 5 and 6), where {@code s} is the scale times the cosine of the vectors of the pair and
 * the word, and {@code s-} the same for each negative word.
 *
 * @param scale factor of the cosines, above 0; 1 in the paper
 */
public record WordContrastiveLoss(double scale) {
  /** Lower bound of the length of a vector, which prevents division by zero. */
  private static final double MIN_NORM = 1e-12;

  public WordContrastiveLoss {
    RecipeChecks.requirePositive("scale", scale);
  }

  /**
   * Computes the loss of a batch of pairs.
   *
   * @param queries {@code [n, hidden]}: a vector per pair, of any length
   * @param words {@code [n, words, hidden]}: the vectors of the words of each pair, padded to the
   *     greatest number of words
   * @param mask bool {@code [n, words]}: true for words, false for padding
   * @param negatives {@code [n, m, hidden]}: the vectors of the negative words of each pair
   * @return a scalar; the loss of a pair without words is 0
   */
  public Tensor loss(Tensor queries, Tensor words, Tensor mask, Tensor negatives) {
    Tensor positive = cosines(queries, words).mul(Tensors.scalar(scale));
    Tensor negativeSum =
        cosines(queries, negatives).mul(Tensors.scalar(scale)).logsumexp(new long[] {1}, true);
    Tensor wordLosses = torch.logaddexp(positive, negativeSum).sub(positive);
    Tensor counts = mask.to(wordLosses.scalar_type());
    Tensor size = counts.sum(1).clamp_min(Tensors.scalar(1));
    return wordLosses.mul(counts).sum(1).div(size).mean();
  }

  /** Maps {@code [n, hidden]} and {@code [n, k, hidden]} to {@code [n, k]}. */
  private static Tensor cosines(Tensor queries, Tensor words) {
    Tensor dots = words.bmm(queries.unsqueeze(2)).squeeze(2);
    return dots.div(norms(words)).div(norms(queries).unsqueeze(1));
  }

  private static Tensor norms(Tensor vectors) {
    return vectors.square().sum(-1).clamp_min(Tensors.scalar(MIN_NORM * MIN_NORM)).sqrt();
  }
}
