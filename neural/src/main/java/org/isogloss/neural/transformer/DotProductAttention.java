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
 * <p>In bfloat16 on a CPU, it is computed by separate matrix products: libtorch's fused attention,
 * which never holds all weights of a text, is much slower there ({@code performance/jmh Attention}
 * compares the two).
 */
public final class DotProductAttention {
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
    return attend(query, key, value, mask, scale(query), dropout);
  }

  /**
   * Attends without regard to order.
   *
   * @param scale factor of the products of queries and keys
   */
  static Tensor attend(
      Tensor query, Tensor key, Tensor value, Optional<Tensor> mask, double scale, double dropout) {
    return isSlowFused(query)
        ? separate(query, key, value, mask, scale, dropout)
        : fused(query, key, value, mask, scale, dropout, false);
  }

  /**
   * Attends from each position to itself and those before it.
   *
   * @param query {@code [batch, heads, tokens, head size]}
   * @param key the same shape
   * @param value the same shape
   */
  public static Tensor attendCausally(Tensor query, Tensor key, Tensor value) {
    return attendCausally(query, key, value, scale(query), 0);
  }

  /**
   * Attends from each position to itself and those before it.
   *
   * @param scale factor of the products of queries and keys
   * @param dropout fraction of the weights to drop
   */
  static Tensor attendCausally(
      Tensor query, Tensor key, Tensor value, double scale, double dropout) {
    return isSlowFused(query)
        ? separate(query, key, value, Optional.of(future(query)), scale, dropout)
        : fused(query, key, value, Optional.empty(), scale, dropout, true);
  }

  /**
   * Returns the scale by the size of a head, with which scores have the variance of one product.
   */
  static double scale(Tensor query) {
    return 1 / Math.sqrt((double) query.size(3));
  }

  private static boolean isSlowFused(Tensor query) {
    return query.is_cpu() && query.scalar_type().intern() == torch.ScalarType.BFloat16;
  }

  /** Returns a mask of the positions after each position, {@code [tokens, tokens]}. */
  static Tensor future(Tensor query) {
    long tokens = query.size(2);
    return torch
        .full(new long[] {tokens, tokens}, new Scalar(Float.NEGATIVE_INFINITY), query.options())
        .triu(1);
  }

  /** Returns the weights, {@code [batch, heads, queries, keys]}; the last dimension sums to 1. */
  static Tensor weights(Tensor query, Tensor key, Optional<Tensor> mask, double scale) {
    Tensor scores = query.mul(new Scalar(scale)).matmul(key.transpose(2, 3));
    return torch.softmax(
        mask.map(values -> scores.add(values.to(scores.scalar_type()))).orElse(scores), 3);
  }

  static Tensor separate(
      Tensor query, Tensor key, Tensor value, Optional<Tensor> mask, double scale, double dropout) {
    Tensor weights = weights(query, key, mask, scale);
    return (dropout > 0 ? torch.dropout(weights, dropout, true) : weights).matmul(value);
  }

  private static Tensor fused(
      Tensor query,
      Tensor key,
      Tensor value,
      Optional<Tensor> mask,
      double scale,
      double dropout,
      boolean causal) {
    return torch.scaled_dot_product_attention(
        query,
        key,
        value,
        mask.map(TensorOptional::new).orElseGet(TensorOptional::new),
        dropout,
        causal,
        new DoubleOptional(scale),
        false);
  }
}
