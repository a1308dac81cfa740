// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.TokenEmbeddings;
import org.isogloss.neural.compression.Int4Quantization;

/**
 * The input of the first layer: the sum of the embeddings of token and, if the architecture has
 * them, position and segment, which may be normalised.
 */
public final class EmbeddingLayer {
  private static final long NO_PADDING = -1;

  private final EncoderArchitecture architecture;
  private final Parameter wordEmbeddings;
  private final Optional<Parameter> projection;
  private final Optional<Parameter> positions;
  private final Optional<Parameter> types;
  private final Optional<Norm> norm;
  private final Dropout dropout;
  private final boolean sparseGradients;
  private final boolean int4;

  EmbeddingLayer(
      EncoderArchitecture architecture,
      ParameterSource source,
      Dropout dropout,
      TransformerOptions options) {
    int hidden = architecture.hiddenSize();
    TokenEmbeddings settings = architecture.embeddings();
    this.architecture = architecture;
    this.dropout = dropout;
    this.sparseGradients = options.sparseGradients();
    this.int4 = options.int4WordEmbeddings();
    this.wordEmbeddings =
        source.stored(
            "embeddings.word_embeddings.weight", settings.vocabularySize(), settings.width());
    this.projection =
        architecture.isFactorised()
            ? Optional.of(
                source.stored(
                    "embeddings.word_embeddings_projection.weight", hidden, settings.width()))
            : Optional.empty();
    this.positions =
        settings
            .positions()
            .map(
                table ->
                    source.stored("embeddings.position_embeddings.weight", table.rows(), hidden));
    this.types =
        settings.segments() > 0
            ? Optional.of(
                source.stored(
                    "embeddings.token_type_embeddings.weight", settings.segments(), hidden))
            : Optional.empty();
    this.norm =
        settings.normalized()
            ? Optional.of(source.norm("embeddings.LayerNorm", hidden, architecture.normalization()))
            : Optional.empty();
  }

  /** Returns the embeddings of a batch, {@code [batch, tokens, hidden]}. */
  Tensor forward(TokenBatch batch) {
    float scale = architecture.embeddings().scale();
    Tensor words = lookup(batch.ids());
    Tensor scaled = scale == 1 ? words : words.mul(new Scalar(scale));
    Tensor sum = rowsToAdd(batch).map(scaled::add).orElse(scaled);
    return dropout.apply(norm.map(n -> n.apply(sum)).orElse(sum));
  }

  /** Returns the sum of positions and segments, which can be broadcast to a batch. */
  private Optional<Tensor> rowsToAdd(TokenBatch batch) {
    // Positions are consecutive, so their rows are sliced instead of looked up. Padding gets
    // positions too, which has no effect because it is masked.
    Optional<Tensor> positionRows =
        positions.map(
            table -> table.values().narrow(0, architecture.firstPosition(), batch.tokens()));
    Optional<Tensor> typeRows =
        types.map(
            table ->
                batch.hasOneType()
                    ? table.values().select(0, 0)
                    : torch.embedding(table.values(), batch.types(), NO_PADDING, false, false));
    return positionRows.isPresent() && typeRows.isPresent()
        ? Optional.of(typeRows.get().add(positionRows.get()))
        : positionRows.or(() -> typeRows);
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
    positions.ifPresent(all::add);
    types.ifPresent(all::add);
    norm.ifPresent(n -> all.addAll(n.parameters()));
    return all;
  }
}
