// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;

/** How model2vec and sentence-transformers read texts for static embeddings. */
public final class StaticModuleConfig {
  /** The value of {@code model_type} of model2vec. */
  public static final String MODEL2VEC = "model2vec";

  private static final String LENGTH = "max_length";

  /** The maximum length of model2vec if its configuration states none. */
  private static final int DEFAULT_LENGTH = 512;

  private StaticModuleConfig() {}

  /** Returns whether a folder has the configuration of a model of model2vec. */
  public static boolean isModel2Vec(Path folder) {
    return FolderPaths.find(folder, TransformerConfig.FILE)
        .map(file -> ModelJson.readObject(file).path("model_type").asText())
        .filter(MODEL2VEC::equals)
        .isPresent();
  }

  /**
   * Returns the maximum number of tokens of a text that Python counts; empty if there is none.
   *
   * @param folder has the tokenizer
   */
  static OptionalInt maxLength(Path folder) {
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
