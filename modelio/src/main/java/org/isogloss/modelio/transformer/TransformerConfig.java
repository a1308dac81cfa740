// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.transformer;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The configuration of a transformer encoder of the BERT or the XLM-RoBERTa family, stored in
 * {@value #FILE}.
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
    int padId) {
  /** The name of the file in a model folder. */
  public static final String FILE = "config.json";

  /**
   * Maximum sizes, each several times that of the largest published encoder, so that a small
   * configuration file cannot require unbounded memory or time. Together they keep every tensor but
   * the word embedding below 2^30 elements, which fit in one array.
   */
  private static final int MAX_VOCABULARY = 1 << 22;

  private static final int MAX_HIDDEN = 1 << 14;
  private static final int MAX_LAYERS = 512;
  private static final int MAX_INTERMEDIATE = 1 << 16;
  private static final int MAX_POSITIONS = 1 << 16;
  private static final int MAX_TYPES = 1 << 10;

  /** Settings of decoders, whose tokens do not see the tokens after them. */
  private static final List<String> DECODER_SETTINGS =
      List.of("is_decoder", "add_cross_attention", "is_encoder_decoder");

  /** Code of the model's own, weights of another kind, and layers without some of their heads. */
  private static final List<String> UNSUPPORTED =
      List.of("auto_map", "quantization_config", "pruned_heads");

  private static final String ADAPTER = "adapter_config.json";

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
    requireSize("vocab_size", vocabularySize, MAX_VOCABULARY);
    requireSize("hidden_size", hiddenSize, MAX_HIDDEN);
    requireSize("num_hidden_layers", layers, MAX_LAYERS);
    requireSize("intermediate_size", intermediateSize, MAX_INTERMEDIATE);
    requireSize("max_position_embeddings", maxPositions, MAX_POSITIONS);
    requireSize("type_vocab_size", tokenTypes, MAX_TYPES);
    if (heads < 1 || hiddenSize < heads || hiddenSize % heads != 0) {
      throw new IllegalArgumentException(
          "hidden_size is " + hiddenSize + ", expected a multiple of the " + heads + " heads");
    }
    if (embeddingSize < 1 || embeddingSize > hiddenSize) {
      throw new IllegalArgumentException(
          "embedding_size is " + embeddingSize + ", expected 1 to hidden_size, " + hiddenSize);
    }
    if (!(layerNormEpsilon >= 0 && layerNormEpsilon < 1)) {
      throw new IllegalArgumentException(
          "layer_norm_eps is " + layerNormEpsilon + ", expected 0 or more and less than 1");
    }
    if (padId < 0 || padId >= vocabularySize) {
      throw new IllegalArgumentException(
          "pad_token_id is " + padId + ", expected 0 to " + (vocabularySize - 1));
    }
    if (family == Family.XLM_ROBERTA && padId >= maxPositions - 1) {
      throw new IllegalArgumentException(
          "pad_token_id is "
              + padId
              + ", which leaves no position for a text: max_position_embeddings is "
              + maxPositions);
    }
  }

  private static void requireSize(String key, int size, int max) {
    if (size < 1 || size > max) {
      throw new IllegalArgumentException(key + " is " + size + ", expected 1 to " + max);
    }
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

  /** Returns this configuration with another vocabulary size. */
  public TransformerConfig withVocabularySize(int vocabularySize) {
    return with(vocabularySize, embeddingSize, layers);
  }

  /** Returns this configuration with another number of layers. */
  public TransformerConfig withLayers(int layers) {
    return with(vocabularySize, embeddingSize, layers);
  }

  /** Returns this configuration with another width of the word embedding. */
  public TransformerConfig withEmbeddingSize(int embeddingSize) {
    return with(vocabularySize, embeddingSize, layers);
  }

  private TransformerConfig with(int vocabularySize, int embeddingSize, int layers) {
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
    JsonObject json = ModelJson.read(FolderPaths.resolve(folder, FILE));
    requireNoAdapter(folder);
    Family family =
        switch (json.string("model_type")) {
          case "bert" -> Family.BERT;
          case "xlm-roberta", "roberta" -> Family.XLM_ROBERTA;
          default ->
              throw json.error(
                  "model_type", "\"" + json.string("model_type") + "\"", "bert or xlm-roberta");
        };
    String positions = json.findString("position_embedding_type").orElse("absolute");
    if (!positions.equals("absolute")) {
      throw json.error("position_embedding_type", "\"" + positions + "\"", "absolute");
    }
    requireEncoder(json);
    String act = json.string("hidden_act");
    Activation activation =
        Activation.fromConfigName(act)
            .orElseThrow(
                () ->
                    json.error(
                        "hidden_act", "\"" + act + "\"", "one of " + Activation.configNames()));
    try {
      return new TransformerConfig(
          family,
          json.intAtLeast("vocab_size", 1),
          json.findIntAtLeast("embedding_size", 1).orElse(json.intAtLeast("hidden_size", 1)),
          json.intAtLeast("hidden_size", 1),
          json.intAtLeast("num_hidden_layers", 1),
          json.intAtLeast("num_attention_heads", 1),
          json.intAtLeast("intermediate_size", 1),
          json.intAtLeast("max_position_embeddings", 1),
          json.findIntAtLeast("type_vocab_size", 1).orElse(2),
          activation,
          json.has("layer_norm_eps") ? json.number("layer_norm_eps") : 1e-12,
          json.findIntAtLeast("pad_token_id", 0).orElse(family == Family.XLM_ROBERTA ? 1 : 0));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(json.file(), e.getMessage(), e);
    }
  }

  /** Python adds the weights of an adapter in the folder to those of the model. */
  private static void requireNoAdapter(Path folder) {
    FolderPaths.find(folder, ADAPTER)
        .ifPresent(
            adapter -> {
              throw new ModelFormatException(
                  adapter,
                  "is an adapter, which changes the weights of the model: merge it in Python"
                      + " (merge_and_unload) and use the folder of the merged model");
            });
  }

  /** Rejects what changes the outputs of a model and has no counterpart here. */
  private static void requireEncoder(JsonObject json) {
    for (String key : DECODER_SETTINGS) {
      if (json.booleanOrDefault(key, false)) {
        throw json.error(key, "true", "false: only encoders are supported");
      }
    }
    for (String key : UNSUPPORTED) {
      if (json.has(key) && !(json.isObject(key) && json.object(key).keys().isEmpty())) {
        throw json.error(
            key, "present", "no such key: the outputs of the model would be others without it");
      }
    }
  }

  /**
   * Writes the configuration into a model folder.
   *
   * @param labels names of the labels of the classifier; none if there is none
   */
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
