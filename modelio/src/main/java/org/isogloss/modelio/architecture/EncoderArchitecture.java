// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The architecture of a transformer encoder. Each layer adds attention and a feed-forward part to
 * its input, {@code [tokens, hiddenSize]}.
 *
 * @param hiddenSize width of a token's vector
 * @param normalization the normalisation of embeddings and layers
 * @param attention the attention of all layers
 * @param layers from the first to the last
 * @param normalizesOutput whether the output of the last layer is normalised once more
 * @param maxLength maximum number of tokens of a text, including special tokens
 * @param padId id of the padding token
 */
public record EncoderArchitecture(
    TokenEmbeddings embeddings,
    int hiddenSize,
    Normalization normalization,
    Attention attention,
    List<EncoderLayer> layers,
    boolean normalizesOutput,
    int maxLength,
    int padId) {
  private static final int MAX_LAYERS = 512;

  public EncoderArchitecture {
    requireNonNull(embeddings, "embeddings is null");
    requireNonNull(normalization, "normalization is null");
    requireNonNull(attention, "attention is null");
    requireHiddenSize(hiddenSize);
    requireLayers(layers.size());
    layers = List.copyOf(layers);
    if (embeddings.width() > hiddenSize) {
      throw new IllegalArgumentException(
          "embedding_size is " + embeddings.width() + ", expected 1 to hidden_size, " + hiddenSize);
    }
    if (maxLength < 1) {
      throw new IllegalArgumentException("max_position_embeddings leaves no position for a text");
    }
    requirePadding(padId, embeddings.vocabularySize());
  }

  /**
   * Requires a hidden size that is supported.
   *
   * @throws IllegalArgumentException if it is less than 1 or too large
   */
  public static void requireHiddenSize(int hiddenSize) {
    Sizes.require("hidden_size", hiddenSize, Sizes.MAX_HIDDEN);
  }

  /**
   * Requires a number of layers that is supported.
   *
   * @throws IllegalArgumentException if it is less than 1 or too large
   */
  public static void requireLayers(int layers) {
    Sizes.require("num_hidden_layers", layers, MAX_LAYERS);
  }

  /**
   * Requires a padding token of the vocabulary.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static void requirePadding(int padId, int vocabularySize) {
    if (padId < 0 || padId >= vocabularySize) {
      throw new IllegalArgumentException(
          "pad_token_id is " + padId + ", expected 0 to " + (vocabularySize - 1));
    }
  }

  /** Returns this architecture with other embeddings. */
  public EncoderArchitecture withEmbeddings(TokenEmbeddings embeddings) {
    return new EncoderArchitecture(
        embeddings,
        hiddenSize,
        normalization,
        attention,
        layers,
        normalizesOutput,
        maxLength,
        padId);
  }

  /** Returns this architecture with other layers. */
  public EncoderArchitecture withLayers(List<EncoderLayer> layers) {
    return new EncoderArchitecture(
        embeddings,
        hiddenSize,
        normalization,
        attention,
        layers,
        normalizesOutput,
        maxLength,
        padId);
  }

  /** Returns whether the rows of the word embedding are narrower than the layers and projected. */
  public boolean isFactorised() {
    return embeddings.width() < hiddenSize;
  }

  /**
   * Returns whether the attention of a layer depends on the distance of tokens: it is causal or
   * local, or has a bias for each distance. Then its weights are computed for all pairs of tokens
   * at once.
   */
  public boolean attentionDependsOnDistance() {
    return attention.causal()
        || layers.stream()
            .anyMatch(
                layer ->
                    layer.isLocal()
                        || layer.positions() instanceof RelativePositions.LinearBias
                        || layer.positions() instanceof RelativePositions.Bucketed);
  }

  /** Returns the position of the first token in the table of positions; 0 without a table. */
  public int firstPosition() {
    return embeddings.positions().map(AbsolutePositions::first).orElse(0);
  }
}
