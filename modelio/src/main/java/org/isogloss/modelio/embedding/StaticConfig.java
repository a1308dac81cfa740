// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.json.JsonObject;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.manifest.StaticModuleConfig;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * The configuration of static embeddings of sentence-transformers, which have no {@code
 * config.json}, and of model2vec, which does not state their sizes.
 */
public final class StaticConfig {
  /** Whether unknown tokens count, as they do in sentence-transformers. */
  private static final String COUNTS_UNKNOWN = "counts_unknown_tokens";

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
    if (StaticModuleConfig.isModel2Vec(folder)) {
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

  /** Returns whether the vectors of unknown tokens count. */
  public static boolean countsUnknownTokens(JsonObject config) {
    return config.booleanOrDefault(COUNTS_UNKNOWN, false);
  }
}
