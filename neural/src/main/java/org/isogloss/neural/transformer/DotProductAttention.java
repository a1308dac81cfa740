// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.Optional;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Scaled dot-product attention with several heads (Vaswani et al. 2017, section 3.2.1).
 *
 * <p>On a CPU, libtorch's fused attention, which never holds all weights, is slow in training on
 * texts of usual length: its backward pass takes several times as long as that of separate matrix
 * products, most of all in bfloat16. Short texts are therefore computed by separate products.
 */
public final class DotProductAttention {
  /** The number of tokens up to which separate products are faster on a CPU. */
  private static final long MAX_SHORT = 256;

  private DotProductAttention() {}

  /**
   * Attends without regard to order.
   *
   * @param query {@code [batch, heads, queries, head size]}
   * @param key {@code [batch, heads, keys, head size]}
   * @param value {@code [batch, heads, keys, head size]}
   * @param mask values to add to the scores, which can be broadcast to {@code [batch, heads,
   *     queries, keys]}; empty if there is no padding
   * @param dropout fraction of the weights to drop
   * @return {@code [batch, heads, queries, head size]}
   */
  public static Tensor attend(
      Tensor query, Tensor key, Tensor value, Optional<Tensor> mask, double dropout) {
    return query.is_cpu() && key.size(2) <= MAX_SHORT
        ? separate(query, key, value, mask, dropout)
        : fused(query, key, value, mask, dropout, false);
  }

  /**
   * Attends from each position to itself and those before it.
   *
   * @param query {@code [batch, heads, tokens, head size]}
   * @param key the same shape
   * @param value the same shape
   */
  public static Tensor attendCausally(Tensor query, Tensor key, Tensor value) {
    long tokens = key.size(2);
    if (!query.is_cpu() || tokens > MAX_SHORT) {
      return fused(query, key, value, Optional.empty(), 0, true);
    }
    Tensor future =
        torch.full(
            new long[] {tokens, tokens}, new Scalar(Float.NEGATIVE_INFINITY), query.options());
    return separate(query, key, value, Optional.of(future.triu(1)), 0);
  }

  /** Returns the weights, {@code [batch, heads, queries, keys]}; the last dimension sums to 1. */
  static Tensor weights(Tensor query, Tensor key, Optional<Tensor> mask) {
    Tensor scores =
        query.mul(new Scalar(1 / Math.sqrt((double) query.size(3)))).matmul(key.transpose(2, 3));
    return torch.softmax(
        mask.map(values -> scores.add(values.to(scores.scalar_type()))).orElse(scores), 3);
  }

  private static Tensor separate(
      Tensor query, Tensor key, Tensor value, Optional<Tensor> mask, double dropout) {
    Tensor weights = weights(query, key, mask);
    return (dropout > 0 ? torch.dropout(weights, dropout, true) : weights).matmul(value);
  }

  private static Tensor fused(
      Tensor query,
      Tensor key,
      Tensor value,
      Optional<Tensor> mask,
      double dropout,
      boolean causal) {
    return torch.scaled_dot_product_attention(
        query,
        key,
        value,
        mask.map(TensorOptional::new).orElseGet(TensorOptional::new),
        dropout,
        causal,
        new DoubleOptional(),
        false);
  }
}
