// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.translation.TranslationTensors;
import org.isogloss.neural.transformer.Activations;
import org.isogloss.neural.transformer.Dropout;
import org.isogloss.neural.transformer.Linear;
import org.isogloss.neural.transformer.Norm;
import org.isogloss.neural.transformer.Parameter;
import org.isogloss.neural.transformer.ParameterSource;

/**
 * One layer of a decoder (Vaswani et al. 2017, section 3.1): causal self-attention, attention to
 * the source, and a feed-forward network, each normalised before it and added to its input (Xiong
 * et al. 2020). With the normalisation before, the gradients of a new decoder are of the same size
 * in all layers, so that it trains stably at a high learning rate on a pretrained encoder.
 */
final class DecoderLayer {
  private final Attention self;
  private final Norm selfNorm;
  private final Attention cross;
  private final Norm crossNorm;
  private final Linear intermediate;
  private final Linear output;
  private final Norm feedForwardNorm;
  private final Activation activation;
  private final Dropout dropout;

  /** Creates a layer with random weights. */
  DecoderLayer(int index, TransformerConfig encoder, ParameterSource source, Dropout dropout) {
    int hidden = encoder.hiddenSize();
    int inner = encoder.intermediateSize();
    double epsilon = encoder.layerNormEpsilon();
    String selfPrefix = TranslationTensors.part(index, TranslationTensors.SELF_ATTENTION);
    String crossPrefix = TranslationTensors.part(index, TranslationTensors.CROSS_ATTENTION);
    String feedForwardPrefix = TranslationTensors.part(index, TranslationTensors.FEED_FORWARD);
    this.selfNorm = source.newNorm(selfPrefix + "LayerNorm", hidden, epsilon);
    this.self = Attention.create(source, selfPrefix, encoder.heads(), hidden);
    this.crossNorm = source.newNorm(crossPrefix + "LayerNorm", hidden, epsilon);
    this.cross = Attention.create(source, crossPrefix, encoder.heads(), hidden);
    this.feedForwardNorm = source.newNorm(feedForwardPrefix + "LayerNorm", hidden, epsilon);
    this.intermediate = source.newLinear(feedForwardPrefix + "intermediate", inner, hidden);
    this.output = source.newLinear(feedForwardPrefix + "output", hidden, inner);
    this.activation = encoder.activation();
    this.dropout = dropout;
  }

  /**
   * Computes the layer.
   *
   * @param in {@code [batch, tokens, hidden]}
   * @param memory states of the source tokens, {@code [batch, source tokens, hidden]}
   * @param mask as of {@link Attention#across}
   */
  Tensor forward(Tensor in, Tensor memory, Optional<Tensor> mask) {
    Tensor read = in.add(dropout.apply(self.causal(selfNorm.apply(in))));
    Tensor seen = read.add(dropout.apply(cross.across(crossNorm.apply(read), memory, mask)));
    Tensor inner = Activations.apply(activation, intermediate.apply(feedForwardNorm.apply(seen)));
    return seen.add(dropout.apply(output.apply(inner)));
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(selfNorm.parameters());
    all.addAll(self.parameters());
    all.addAll(crossNorm.parameters());
    all.addAll(cross.parameters());
    all.addAll(feedForwardNorm.parameters());
    all.addAll(intermediate.parameters());
    all.addAll(output.parameters());
    return all;
  }
}
