// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.modelio.architecture.Attention;
import org.isogloss.modelio.architecture.EncoderArchitecture;

/** The attention of one layer between the tokens of a text. */
final class SelfAttention {
  private final Attention settings;
  private final Linear query;
  private final Linear key;
  private final Linear value;
  private final Optional<Norm> queryNorm;
  private final Optional<Norm> keyNorm;
  private final Linear output;
  private final Dropout dropout;

  /**
   * Reads the attention of a layer.
   *
   * @param in beginning of the names of the layer's tensors
   * @param dropout of the attention weights
   */
  SelfAttention(
      String in, EncoderArchitecture architecture, ParameterSource source, Dropout dropout) {
    this.settings = architecture.attention();
    this.dropout = dropout;
    int hidden = architecture.hiddenSize();
    String self = in + "attention.self.";
    this.query = source.linear(self + "query", settings.queryWidth(), hidden, settings.bias());
    this.key = source.linear(self + "key", settings.keyWidth(), hidden, settings.bias());
    this.value = source.linear(self + "value", settings.keyWidth(), hidden, settings.bias());
    this.queryNorm = headNorm(self + "query_norm", architecture, source);
    this.keyNorm = headNorm(self + "key_norm", architecture, source);
    this.output =
        source.linear(
            in + "attention.output.dense", hidden, settings.queryWidth(), settings.outputBias());
  }

  private static Optional<Norm> headNorm(
      String name, EncoderArchitecture architecture, ParameterSource source) {
    Attention settings = architecture.attention();
    return settings.normalizesHeads()
        ? Optional.of(source.norm(name, settings.headSize(), architecture.normalization()))
        : Optional.empty();
  }

  /** Computes the attention of {@code [batch, tokens, hidden]}. */
  Tensor forward(Tensor in, AttentionPattern pattern) {
    Tensor queries = queries(in, pattern);
    Tensor keys = keys(in, pattern);
    Tensor values = repeated(split(value.apply(in), settings.keyValueHeads()));
    Tensor context =
        pattern.causal()
            ? DotProductAttention.attendCausally(
                queries, keys, values, settings.scale(), dropout.rate())
            : DotProductAttention.attend(
                queries, keys, values, pattern.mask(), settings.scale(), dropout.rate());
    return output.apply(
        context.transpose(1, 2).reshape(in.size(0), in.size(1), settings.queryWidth()));
  }

  /**
   * Returns the attention weights, without dropout.
   *
   * @return {@code [batch, heads, tokens, tokens]}; the last dimension sums to 1
   */
  Tensor weights(Tensor in, AttentionPattern pattern) {
    Tensor queries = queries(in, pattern);
    Optional<Tensor> mask =
        pattern.causal() ? Optional.of(DotProductAttention.future(queries)) : pattern.mask();
    return DotProductAttention.weights(queries, keys(in, pattern), mask, settings.scale());
  }

  private Tensor queries(Tensor in, AttentionPattern pattern) {
    return heads(query.apply(in), settings.heads(), queryNorm, pattern);
  }

  private Tensor keys(Tensor in, AttentionPattern pattern) {
    return repeated(heads(key.apply(in), settings.keyValueHeads(), keyNorm, pattern));
  }

  private Tensor heads(Tensor projected, int heads, Optional<Norm> norm, AttentionPattern pattern) {
    Tensor split = split(projected, heads);
    Tensor normalized = norm.map(n -> n.apply(split).to(projected.scalar_type())).orElse(split);
    return pattern.rotation().map(rotation -> rotation.apply(normalized)).orElse(normalized);
  }

  /** Splits {@code [batch, tokens, width]} into {@code [batch, heads, tokens, head size]}. */
  private Tensor split(Tensor in, int heads) {
    return in.view(in.size(0), in.size(1), heads, settings.headSize()).transpose(1, 2);
  }

  /** Repeats each head of keys or values for the heads of queries that share it. */
  private Tensor repeated(Tensor heads) {
    int group = settings.heads() / settings.keyValueHeads();
    return group == 1
        ? heads
        : heads.repeat_interleave(group, new LongOptional(1), new LongOptional());
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    for (Linear part : List.of(query, key, value)) {
      all.addAll(part.parameters());
    }
    queryNorm.ifPresent(norm -> all.addAll(norm.parameters()));
    keyNorm.ifPresent(norm -> all.addAll(norm.parameters()));
    all.addAll(output.parameters());
    return all;
  }
}
