// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.Normalization;

/**
 * One layer of a transformer encoder (Vaswani et al. 2017, section 3.1), as its architecture
 * describes it: attention and a feed-forward part, each added to its input and normalised before,
 * after or both.
 */
final class TransformerLayer {
  private final SelfAttention attention;
  private final Sublayer attending;
  private final FeedForwardNetwork feedForward;
  private final Sublayer feeding;

  /**
   * The addition of a part to its input.
   *
   * @param before the normalisation of the part's input
   * @param after the normalisation of the part's output, or of the sum
   */
  private record Sublayer(
      Normalization.Placement placement,
      Optional<Norm> before,
      Optional<Norm> after,
      Dropout dropout) {
    Tensor forward(Tensor in, UnaryOperator<Tensor> part) {
      Tensor out = dropout.apply(part.apply(input(in)));
      return switch (placement) {
        case AFTER_SUM -> after.orElseThrow().apply(in.add(out));
        case BEFORE -> in.add(out);
        case BEFORE_AND_AFTER -> in.add(after.orElseThrow().apply(out));
      };
    }

    Tensor input(Tensor in) {
      return before.map(norm -> norm.apply(in)).orElse(in);
    }
  }

  TransformerLayer(
      int index,
      EncoderArchitecture architecture,
      ParameterSource source,
      TransformerDropout dropouts) {
    EncoderLayer settings = architecture.layers().get(index);
    int hidden = architecture.hiddenSize();
    String in = "encoder.layer." + index + ".";
    Normalization normalization = architecture.normalization();
    boolean before = normalization.normalizesInput();
    boolean after = normalization.normalizesOutput();
    this.attention = new SelfAttention(in, architecture, source, dropouts.attention());
    this.attending =
        new Sublayer(
            normalization.placement(),
            norm(
                before && settings.normalizesAttentionInput(),
                in + "attention.input.LayerNorm",
                architecture,
                source),
            norm(after, in + "attention.output.LayerNorm", architecture, source),
            dropouts.hidden());
    this.feedForward = new FeedForwardNetwork(in, settings.feedForward(), hidden, source);
    this.feeding =
        new Sublayer(
            normalization.placement(),
            norm(before, in + "intermediate.LayerNorm", architecture, source),
            norm(after, in + "output.LayerNorm", architecture, source),
            dropouts.hidden());
  }

  private static Optional<Norm> norm(
      boolean present, String name, EncoderArchitecture architecture, ParameterSource source) {
    return present
        ? Optional.of(source.norm(name, architecture.hiddenSize(), architecture.normalization()))
        : Optional.empty();
  }

  /**
   * Computes the layer.
   *
   * @param in {@code [batch, tokens, hidden]}
   */
  Tensor forward(Tensor in, AttentionPattern pattern) {
    Tensor attended = attending.forward(in, states -> attention.forward(states, pattern));
    return feeding.forward(attended, feedForward::forward);
  }

  /**
   * Returns the attention weights, without dropout.
   *
   * @param in {@code [batch, tokens, hidden]}
   * @return {@code [batch, heads, tokens, tokens]}; the last dimension sums to 1
   */
  Tensor attentionWeights(Tensor in, AttentionPattern pattern) {
    return attention.weights(attending.input(in), pattern);
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    attending.before().ifPresent(norm -> all.addAll(norm.parameters()));
    all.addAll(attention.parameters());
    attending.after().ifPresent(norm -> all.addAll(norm.parameters()));
    feeding.before().ifPresent(norm -> all.addAll(norm.parameters()));
    all.addAll(feedForward.parameters());
    feeding.after().ifPresent(norm -> all.addAll(norm.parameters()));
    return all;
  }
}
