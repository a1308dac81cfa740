// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.neural.compression.Int4Quantization;

/** The input of the first layer: the sum of the embeddings of token, position and segment. */
public final class EmbeddingLayer {
  private static final long NO_PADDING = -1;

  private final TransformerConfig config;
  private final Parameter wordEmbeddings;
  private final Optional<Parameter> projection;
  private final Parameter positions;
  private final Parameter types;
  private final LayerNorm norm;
  private final Dropout dropout;
  private final boolean sparseGradients;
  private final boolean int4;

  EmbeddingLayer(
      TransformerConfig config,
      ParameterSource source,
      Dropout dropout,
      TransformerOptions options) {
    int hidden = config.hiddenSize();
    this.config = config;
    this.dropout = dropout;
    this.sparseGradients = options.sparseGradients();
    this.int4 = options.int4WordEmbeddings();
    this.wordEmbeddings =
        source.stored(
            "embeddings.word_embeddings.weight", config.vocabularySize(), config.embeddingSize());
    this.projection =
        config.isFactorised()
            ? Optional.of(
                source.stored(
                    "embeddings.word_embeddings_projection.weight", hidden, config.embeddingSize()))
            : Optional.empty();
    this.positions =
        source.stored("embeddings.position_embeddings.weight", config.maxPositions(), hidden);
    this.types =
        source.stored("embeddings.token_type_embeddings.weight", config.tokenTypes(), hidden);
    this.norm = source.norm("embeddings.LayerNorm", hidden, config.layerNormEpsilon());
  }

  /** Returns the embeddings of a batch, {@code [batch, tokens, hidden]}. */
  Tensor forward(TokenBatch batch) {
    Tensor words = lookup(batch.ids());
    // Positions are consecutive, so their rows are sliced instead of looked up. Padding gets
    // positions too, which has no effect because it is masked.
    Tensor positionRows = positions.values().narrow(0, config.firstPosition(), batch.tokens());
    Tensor sum =
        batch.hasOneType()
            ? words.add(positionRows.add(types.values().select(0, 0)))
            : words
                .add(positionRows)
                .add(torch.embedding(types.values(), batch.types(), NO_PADDING, false, false));
    return dropout.apply(norm.apply(sum));
  }

  /** Returns the word embedding alone of token ids of any shape: {@code [.., hidden]}. */
  Tensor lookup(Tensor ids) {
    Tensor stored =
        torch.embedding(wordEmbeddings.values(), ids, NO_PADDING, false, sparseGradients);
    return project(int4 ? Int4Quantization.fakeQuantize(stored) : stored);
  }

  /** Returns the word embedding of all tokens as it is stored: {@code [vocabulary, hidden]}. */
  Tensor vocabularyMatrix() {
    return project(wordEmbeddings.values());
  }

  private Tensor project(Tensor rows) {
    return projection.map(p -> torch.linear(rows, p.values())).orElse(rows);
  }

  /** Returns the word embedding, {@code [vocabulary, embedding size]}. */
  public Parameter wordEmbeddings() {
    return wordEmbeddings;
  }

  /** Returns the projection of a factorised word embedding, {@code [hidden, embedding size]}. */
  public Optional<Parameter> projection() {
    return projection;
  }

  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    all.add(wordEmbeddings);
    projection.ifPresent(all::add);
    all.add(positions);
    all.add(types);
    all.addAll(norm.parameters());
    return all;
  }
}
