// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.architecture.AbsolutePositions;
import org.isogloss.modelio.architecture.Activation;
import org.isogloss.modelio.architecture.Attention;
import org.isogloss.modelio.architecture.EncoderArchitecture;
import org.isogloss.modelio.architecture.EncoderLayer;
import org.isogloss.modelio.architecture.FeedForward;
import org.isogloss.modelio.architecture.Normalization;
import org.isogloss.modelio.architecture.Normalization.Kind;
import org.isogloss.modelio.architecture.Normalization.Placement;
import org.isogloss.modelio.architecture.RelativePositions;
import org.isogloss.modelio.architecture.TokenEmbeddings;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The configuration of a transformer encoder of the BERT or the XLM-RoBERTa family, stored in
 * {@value #FILE}: the families that all heads can be added to. {@link EncoderConfig} reads those of
 * all models that can be run.
 *
 * @param vocabularySize rows of the word embedding
 * @param embeddingSize width of the word embedding's rows: {@code hiddenSize}, or less if the
 *     embedding is factorised; then {@code embeddings.word_embeddings_projection.weight}, {@code
 *     [hiddenSize, embeddingSize]}, projects them to {@code hiddenSize}
 * @param hiddenSize width of a token's hidden vector; a multiple of {@code heads}
 * @param layers number of blocks of attention and feed-forward
 * @param heads number of attention heads in each layer
 * @param intermediateSize inner width of the feed-forward layers
 * @param maxPositions rows of the position embedding
 * @param tokenTypes rows of the token type embedding
 * @param layerNormEpsilon the value that layer normalisation adds to the variance
 * @param padId id of the padding token
 */
public record TransformerConfig(
    Family family,
    int vocabularySize,
    int embeddingSize,
    int hiddenSize,
    int layers,
    int heads,
    int intermediateSize,
    int maxPositions,
    int tokenTypes,
    Activation activation,
    double layerNormEpsilon,
    int padId)
    implements EncoderConfig {
  /** The name of the file in a model folder. */
  public static final String FILE = "config.json";

  /** The types of {@code config.json} that belong to a family. */
  static final List<String> MODEL_TYPES = List.of("bert", "xlm-roberta", "roberta", "camembert");

  /** The model family; families differ in the position of the first token. */
  public enum Family {
    BERT("bert"),
    XLM_ROBERTA("xlm-roberta");

    private final String modelType;

    Family(String modelType) {
      this.modelType = modelType;
    }
  }

  public TransformerConfig {
    requireNonNull(family, "family is null");
    requireNonNull(activation, "activation is null");
    EncoderArchitecture.requireHiddenSize(hiddenSize);
    if (heads < 1 || hiddenSize < heads || hiddenSize % heads != 0) {
      throw new IllegalArgumentException(
          "hidden_size is " + hiddenSize + ", expected a multiple of the " + heads + " heads");
    }
    if (tokenTypes < 1) {
      throw new IllegalArgumentException(
          "type_vocab_size is " + tokenTypes + ", expected 1 or more");
    }
  }

  @Override
  public String modelType() {
    return family.modelType;
  }

  /**
   * Returns what the layers of such a model compute.
   *
   * @throws IllegalArgumentException if a size is out of range
   */
  @Override
  public EncoderArchitecture architecture() {
    EncoderArchitecture.requirePadding(padId, vocabularySize);
    if (family == Family.XLM_ROBERTA && padId >= maxPositions - 1) {
      throw new IllegalArgumentException(
          "pad_token_id is "
              + padId
              + ", which leaves no position for a text: max_position_embeddings is "
              + maxPositions);
    }
    EncoderLayer layer =
        EncoderLayer.global(
            new RelativePositions.None(), FeedForward.plain(intermediateSize, activation));
    return new EncoderArchitecture(
        new TokenEmbeddings(
            vocabularySize,
            embeddingSize,
            tokenTypes,
            Optional.of(new AbsolutePositions(maxPositions, firstPosition())),
            1,
            true),
        hiddenSize,
        new Normalization(Kind.LAYER, Placement.AFTER_SUM, layerNormEpsilon, true),
        Attention.bidirectional(heads, headSize()),
        Collections.nCopies(layers, layer),
        false,
        maxLength(),
        padId);
  }

  /**
   * Returns the position of the first token of a text: XLM-RoBERTa counts positions from the id
   * after the padding id.
   */
  public int firstPosition() {
    return family == Family.XLM_ROBERTA ? padId + 1 : 0;
  }

  /** Returns the maximum number of tokens for which there are positions. */
  public int maxLength() {
    return maxPositions - firstPosition();
  }

  /**
   * Returns whether the rows of the word embedding are narrower than {@code hiddenSize} and
   * projected.
   */
  public boolean isFactorised() {
    return embeddingSize < hiddenSize;
  }

  @Override
  public TransformerConfig keepingTokens(int[] ids) {
    return with(ids.length, embeddingSize, layers, intermediateSize);
  }

  /**
   * Returns this configuration if all of its sizes are supported.
   *
   * @throws IllegalArgumentException if one is not
   */
  public TransformerConfig checked() {
    architecture();
    return this;
  }

  /** Returns this configuration with another number of layers. */
  public TransformerConfig withLayers(int layers) {
    return with(vocabularySize, embeddingSize, layers, intermediateSize);
  }

  @Override
  public TransformerConfig keepingLayers(List<Integer> layers) {
    return withLayers(layers.size());
  }

  /** Returns this configuration with another width of the word embedding. */
  public TransformerConfig withEmbeddingSize(int embeddingSize) {
    return with(vocabularySize, embeddingSize, layers, intermediateSize);
  }

  /** Returns this configuration with another inner width of the feed-forward layers. */
  public TransformerConfig withIntermediateSize(int intermediateSize) {
    return with(vocabularySize, embeddingSize, layers, intermediateSize);
  }

  private TransformerConfig with(
      int vocabularySize, int embeddingSize, int layers, int intermediateSize) {
    return new TransformerConfig(
        family,
        vocabularySize,
        embeddingSize,
        hiddenSize,
        layers,
        heads,
        intermediateSize,
        maxPositions,
        tokenTypes,
        activation,
        layerNormEpsilon,
        padId);
  }

  /** Returns the width of an attention head. */
  public int headSize() {
    return hiddenSize / heads;
  }

  /**
   * Reads the configuration of a model folder.
   *
   * @throws ModelFormatException if there is none, or it describes a model that is not supported
   */
  public static TransformerConfig read(Path folder) {
    return read(EncoderConfigFile.open(folder));
  }

  /** Returns whether a value of {@code model_type} belongs to one of the families. */
  public static boolean isTypeOfFamily(String modelType) {
    return MODEL_TYPES.contains(modelType);
  }

  /** Reads the configuration of a model of the BERT or the XLM-RoBERTa family. */
  static TransformerConfig read(EncoderConfigFile file) {
    JsonObject json = file.json();
    Family family =
        switch (json.string("model_type")) {
          case "bert" -> Family.BERT;
          case "xlm-roberta", "roberta", "camembert" -> Family.XLM_ROBERTA;
          default ->
              throw json.error(
                  "model_type",
                  "\"" + json.string("model_type") + "\"",
                  "one of " + String.join(", ", MODEL_TYPES));
        };
    String positions = json.findString("position_embedding_type").orElse("absolute");
    if (!positions.equals("absolute")) {
      throw json.error("position_embedding_type", "\"" + positions + "\"", "absolute");
    }
    file.requireNone("auto_map");
    return file.create(
        () -> {
          TransformerConfig config =
              new TransformerConfig(
                  family,
                  json.intAtLeast("vocab_size", 1),
                  json.findIntAtLeast("embedding_size", 1)
                      .orElse(json.intAtLeast("hidden_size", 1)),
                  json.intAtLeast("hidden_size", 1),
                  json.intAtLeast("num_hidden_layers", 1),
                  json.intAtLeast("num_attention_heads", 1),
                  json.intAtLeast("intermediate_size", 1),
                  json.intAtLeast("max_position_embeddings", 1),
                  json.findIntAtLeast("type_vocab_size", 1).orElse(2),
                  file.activation("hidden_act"),
                  file.number("layer_norm_eps", 1e-12),
                  json.findIntAtLeast("pad_token_id", 0)
                      .orElse(family == Family.XLM_ROBERTA ? 1 : 0));
          return config.checked();
        });
  }

  @Override
  public void write(Path folder, TransformerHead head, List<String> labels) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    json.putArray("architectures").add(head.architecture(family));
    json.put("model_type", family.modelType).put("vocab_size", vocabularySize);
    if (isFactorised()) {
      json.put("embedding_size", embeddingSize);
    }
    json.put("hidden_size", hiddenSize)
        .put("num_hidden_layers", layers)
        .put("num_attention_heads", heads)
        .put("intermediate_size", intermediateSize)
        .put("max_position_embeddings", maxPositions)
        .put("type_vocab_size", tokenTypes)
        .put("hidden_act", activation.configName())
        .put("layer_norm_eps", layerNormEpsilon)
        .put("pad_token_id", padId)
        .put("position_embedding_type", "absolute")
        .put("hidden_dropout_prob", 0.1)
        .put("attention_probs_dropout_prob", 0.1)
        .put("initializer_range", 0.02)
        .put("tie_word_embeddings", true);
    LabelNames.write(labels, json);
    JsonFile.write(folder.resolve(FILE), json);
  }
}
