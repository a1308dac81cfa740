// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * The configuration of static embeddings of sentence-transformers, which have no {@code
 * config.json}, and of model2vec, which does not state their sizes.
 */
public final class StaticConfig {
  /** The value of {@code model_type} of model2vec. */
  public static final String MODEL2VEC = "model2vec";

  /** Whether unknown tokens count, as they do in sentence-transformers. */
  private static final String COUNTS_UNKNOWN = "counts_unknown_tokens";

  private static final String LENGTH = "max_length";

  /** The maximum length of model2vec if its configuration states none. */
  private static final int DEFAULT_LENGTH = 512;

  private StaticConfig() {}

  /**
   * Reads the configuration of static embeddings; where the folder states none, derives it from the
   * tensors.
   *
   * @param folder has the tensors and the tokenizer
   * @throws org.isogloss.modelio.format.ModelFormatException if a file is missing or invalid
   */
  public static JsonObject read(Path folder) {
    Path file = FolderPaths.resolve(folder, TransformerConfig.FILE);
    if (isModel2Vec(folder)) {
      ObjectNode config = ModelJson.readObject(file);
      StaticTensors.addSizes(folder, config);
      return ModelJson.of(file, config);
    }
    if (FolderPaths.find(folder, TransformerConfig.FILE).isPresent()) {
      return ModelJson.read(file);
    }
    ObjectNode config = JsonFile.MAPPER.createObjectNode();
    config.put("model_type", StaticModelWriter.MODEL_TYPE).put(COUNTS_UNKNOWN, true);
    StaticTensors.addSizes(folder, config);
    return ModelJson.of(file, config);
  }

  /** Returns whether a folder has the configuration of a model of model2vec. */
  public static boolean isModel2Vec(Path folder) {
    return FolderPaths.find(folder, TransformerConfig.FILE)
        .map(file -> ModelJson.readObject(file).path("model_type").asText())
        .filter(MODEL2VEC::equals)
        .isPresent();
  }

  /** Returns whether the vectors of unknown tokens count. */
  public static boolean countsUnknownTokens(JsonObject config) {
    return config.booleanOrDefault(COUNTS_UNKNOWN, false);
  }

  /**
   * Returns the maximum number of tokens of a text that Python counts; empty if there is none.
   *
   * @param folder has the tokenizer
   */
  public static OptionalInt maxLength(Path folder) {
    if (isModel2Vec(folder)) {
      Path file = FolderPaths.resolve(folder, TransformerConfig.FILE);
      boolean unlimited = ModelJson.readObject(file).path(LENGTH).isNull();
      return unlimited
          ? OptionalInt.empty()
          : OptionalInt.of(ModelJson.read(file).findIntAtLeast(LENGTH, 1).orElse(DEFAULT_LENGTH));
    }
    JsonNode length = TokenizerFiles.readJson(folder).path("truncation").path(LENGTH);
    return length.isInt() && length.asInt() > 0
        ? OptionalInt.of(length.asInt())
        : OptionalInt.empty();
  }
}
