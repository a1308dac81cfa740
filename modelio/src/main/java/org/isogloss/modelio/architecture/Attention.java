// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

/**
 * The attention of all layers.
 *
 * @param heads number of heads of queries
 * @param keyValueHeads number of heads of keys and values, each shared by {@code heads /
 *     keyValueHeads} heads of queries
 * @param headSize width of a head
 * @param scale factor of the products of queries and keys
 * @param bias whether the projections to queries, keys and values have a bias
 * @param outputBias whether the projection of the result has a bias
 * @param normalizesHeads whether queries and keys are normalised, each head by itself
 * @param causal whether a token attends only to itself and the tokens before it
 */
public record Attention(
    int heads,
    int keyValueHeads,
    int headSize,
    double scale,
    boolean bias,
    boolean outputBias,
    boolean normalizesHeads,
    boolean causal) {
  private static final int MAX_HEADS = 1 << 10;

  public Attention {
    Sizes.require("num_attention_heads", heads, MAX_HEADS);
    Sizes.require("num_key_value_heads", keyValueHeads, heads);
    Sizes.require("head_dim", headSize, Sizes.MAX_HIDDEN / heads);
    if (heads % keyValueHeads != 0) {
      throw new IllegalArgumentException(
          "num_attention_heads is " + heads + ", expected a multiple of " + keyValueHeads);
    }
    if (!(scale > 0 && scale <= 1)) {
      throw new IllegalArgumentException(
          "the scale of the attention is " + scale + ", expected more than 0 and at most 1");
    }
  }

  /** Creates the attention of BERT: bidirectional, with biases and a key for every query head. */
  public static Attention bidirectional(int heads, int headSize) {
    return new Attention(heads, heads, headSize, 1 / Math.sqrt(headSize), true, true, false, false);
  }

  /** Returns this attention with or without all biases. */
  public Attention withBiases(boolean bias, boolean outputBias) {
    return new Attention(
        heads, keyValueHeads, headSize, scale, bias, outputBias, normalizesHeads, causal);
  }

  /** Returns the width of all queries of a token. */
  public int queryWidth() {
    return heads * headSize;
  }

  /** Returns the width of all keys, or all values, of a token. */
  public int keyWidth() {
    return keyValueHeads * headSize;
  }
}
