package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.Tensors;

/**
 * Contrast of pairs of sentences with words: each word of a pair stands against words that are in
 * neither of its sentences. The mean over the pairs of the mean over a pair's words of {@code -log
 * (exp(s) / (exp(s) + sum exp(s-)))} (HICTL, Wei et al. 2021, equations 5 and 6), where {@code s}
 * is scale times cosine of the pair's vector with the word's, and {@code s-} the same with each of
 * the other words.
 *
 * @param scale what cosines are multiplied by; the paper has 1
 */
public record WordContrastiveLoss(double scale) {
  /** Below this a vector's length counts as this. */
  private static final double MIN_NORM = 1e-12;

  public WordContrastiveLoss {
    RecipeChecks.requirePositive("scale", scale);
  }

  /**
   * The loss of some pairs.
   *
   * @param queries {@code [n, hidden]}: a vector for each pair, of any length
   * @param words {@code [n, most, hidden]}: the vectors of each pair's words, filled up to the pair
   *     that has most
   * @param mask bool {@code [n, most]}: true where there is a word, false where a row is filled up
   * @param negatives {@code [n, m, hidden]}: the vectors of the words that stand against them
   * @return one number; a pair without words adds 0
   */
  public Tensor loss(Tensor queries, Tensor words, Tensor mask, Tensor negatives) {
    Tensor right = cosines(queries, words).mul(Tensors.scalar(scale));
    Tensor against =
        cosines(queries, negatives).mul(Tensors.scalar(scale)).logsumexp(new long[] {1}, true);
    Tensor each = torch.logaddexp(right, against).sub(right);
    Tensor counted = mask.to(each.scalar_type());
    Tensor size = counted.sum(1).clamp_min(Tensors.scalar(1));
    return each.mul(counted).sum(1).div(size).mean();
  }

  /** {@code [n, hidden]} and {@code [n, k, hidden]} to {@code [n, k]}. */
  private static Tensor cosines(Tensor queries, Tensor words) {
    Tensor dots = words.bmm(queries.unsqueeze(2)).squeeze(2);
    return dots.div(norms(words)).div(norms(queries).unsqueeze(1));
  }

  private static Tensor norms(Tensor vectors) {
    return vectors.square().sum(-1).clamp_min(Tensors.scalar(MIN_NORM * MIN_NORM)).sqrt();
  }
}
