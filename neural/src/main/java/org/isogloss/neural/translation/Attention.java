// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.transformer.DotProductAttention;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;

/**
 * Attention with several heads (Vaswani et al. 2017, section 3.2.2).
 *
 * @param heads number of heads
 */
record Attention(int heads, Linear query, Linear key, Linear value, Linear output) {
  /**
   * Creates an attention with random weights.
   *
   * @param prefix prefix of the names of its parameters
   */
  static Attention create(ParameterSource source, String prefix, int heads, int hidden) {
    return new Attention(
        heads,
        source.newLinear(prefix + "query", hidden, hidden),
        source.newLinear(prefix + "key", hidden, hidden),
        source.newLinear(prefix + "value", hidden, hidden),
        source.newLinear(prefix + "output", hidden, hidden));
  }

  /** Attends from each vector of {@code in} to itself and those before it. */
  Tensor causal(Tensor in) {
    return joined(
        DotProductAttention.attendCausally(
            split(query.apply(in)), split(key.apply(in)), split(value.apply(in))));
  }

  /**
   * Attends from each vector to the vectors of a memory.
   *
   * @param in {@code [batch, tokens, hidden]}
   * @param memory {@code [batch, source tokens, hidden]}
   * @param mask values to add to the attention scores, {@code [batch, 1, 1, source tokens]}; empty
   *     if there is no padding
   */
  Tensor across(Tensor in, Tensor memory, Optional<Tensor> mask) {
    return joined(
        DotProductAttention.attend(
            split(query.apply(in)), split(key.apply(memory)), split(value.apply(memory)), mask, 0));
  }

  private Tensor joined(Tensor context) {
    Tensor tokens = context.transpose(1, 2);
    return output.apply(tokens.reshape(tokens.size(0), tokens.size(1), query.outputSize()));
  }

  /** Splits {@code [batch, tokens, hidden]} into {@code [batch, heads, tokens, head size]}. */
  private Tensor split(Tensor in) {
    return in.view(in.size(0), in.size(1), heads, in.size(2) / heads).transpose(1, 2);
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    List.of(query, key, value, output).forEach(part -> all.addAll(part.parameters()));
    return all;
  }
}
