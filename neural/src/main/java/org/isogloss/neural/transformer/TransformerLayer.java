// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * One layer of a transformer encoder (Vaswani et al. 2017, section 3.1), with a normalisation after
 * each of its two sublayers as in BERT.
 */
final class TransformerLayer {
  private final int heads;
  private final int headSize;
  private final Activation activation;
  private final Linear query;
  private final Linear key;
  private final Linear value;
  private final Linear attentionOutput;
  private final LayerNorm attentionNorm;
  private final Linear intermediate;
  private final Linear output;
  private final LayerNorm norm;
  private final Dropout dropout;
  private final Dropout attentionDropout;

  TransformerLayer(
      int index, TransformerConfig config, ParameterSource source, TransformerDropout dropouts) {
    int hidden = config.hiddenSize();
    int intermediateSize = config.intermediateSize();
    String layer = "encoder.layer." + index + ".";
    this.heads = config.heads();
    this.headSize = config.headSize();
    this.activation = config.activation();
    this.query = source.linear(layer + "attention.self.query", hidden, hidden);
    this.key = source.linear(layer + "attention.self.key", hidden, hidden);
    this.value = source.linear(layer + "attention.self.value", hidden, hidden);
    this.attentionOutput = source.linear(layer + "attention.output.dense", hidden, hidden);
    this.attentionNorm =
        source.norm(layer + "attention.output.LayerNorm", hidden, config.layerNormEpsilon());
    this.intermediate = source.linear(layer + "intermediate.dense", intermediateSize, hidden);
    this.output = source.linear(layer + "output.dense", hidden, intermediateSize);
    this.norm = source.norm(layer + "output.LayerNorm", hidden, config.layerNormEpsilon());
    this.dropout = dropouts.hidden();
    this.attentionDropout = dropouts.attention();
  }

  /**
   * Computes the layer.
   *
   * @param in {@code [batch, tokens, hidden]}
   * @param mask values to add to the attention scores, {@code [batch, 1, 1, tokens]}; empty if
   *     there is no padding
   */
  Tensor forward(Tensor in, Optional<Tensor> mask) {
    Tensor attention = dropout.apply(attentionOutput.apply(selfAttention(in, mask)));
    Tensor attended = attentionNorm.apply(in.add(attention));
    Tensor activations = Activations.apply(activation, intermediate.apply(attended));
    return norm.apply(attended.add(dropout.apply(output.apply(activations))));
  }

  private Tensor selfAttention(Tensor in, Optional<Tensor> mask) {
    Tensor context =
        DotProductAttention.attend(
            split(query.apply(in)),
            split(key.apply(in)),
            split(value.apply(in)),
            mask,
            attentionDropout.rate());
    return context.transpose(1, 2).reshape(in.size(0), in.size(1), (long) heads * headSize);
  }

  /**
   * Returns the attention weights, without dropout.
   *
   * @param in {@code [batch, tokens, hidden]}
   * @param mask the mask of {@link #forward}
   * @return {@code [batch, heads, tokens, tokens]}; the last dimension sums to 1
   */
  Tensor attentionWeights(Tensor in, Optional<Tensor> mask) {
    return DotProductAttention.weights(split(query.apply(in)), split(key.apply(in)), mask);
  }

  /** Splits {@code [batch, tokens, hidden]} into {@code [batch, heads, tokens, head size]}. */
  private Tensor split(Tensor in) {
    return in.view(in.size(0), in.size(1), heads, headSize).transpose(1, 2);
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    for (Linear part : List.of(query, key, value, attentionOutput)) {
      all.addAll(part.parameters());
    }
    all.addAll(attentionNorm.parameters());
    all.addAll(intermediate.parameters());
    all.addAll(output.parameters());
    all.addAll(norm.parameters());
    return all;
  }
}
