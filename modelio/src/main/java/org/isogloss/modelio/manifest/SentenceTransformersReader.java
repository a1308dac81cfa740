// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.DisplayText;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * Derives the manifest of a folder without an Isogloss manifest from the files of
 * sentence-transformers: prefixes from {@code config_sentence_transformers.json}, length from
 * {@code sentence_bert_config.json}, pooling from {@code 1_Pooling/config.json}.
 */
public final class SentenceTransformersReader {
  private static final int DEFAULT_MAX_LENGTH = 512;

  private SentenceTransformersReader() {}

  public static ModelManifest read(Path folder) {
    Optional<JsonObject> prompts =
        find(folder, SentenceTransformersWriter.PROMPTS).filter(json -> json.has("prompts"));
    String query = prompts.flatMap(json -> json.object("prompts").findString("query")).orElse("");
    String passage =
        prompts
            .map(json -> json.object("prompts"))
            .flatMap(json -> json.findString("passage").or(() -> json.findString("document")))
            .orElse("");
    OptionalInt length =
        find(folder, SentenceTransformersWriter.LENGTH)
            .map(json -> json.findIntAtLeast("max_seq_length", 1))
            .orElse(OptionalInt.empty());
    Path name = folder.toAbsolutePath().normalize().getFileName();
    Pooling pooling = pooling(folder);
    try {
      return new ModelManifest(
          name == null ? "model" : DisplayText.singleLine(name.toString()),
          "",
          new EncodingSettings(query, passage, length.orElseGet(() -> positions(folder)), pooling),
          new Provenance("", 0, "", List.of(), List.of()));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(folder, e.getMessage(), e);
    }
  }

  private static Optional<JsonObject> find(Path folder, String name) {
    return FolderPaths.find(folder, name).map(ModelJson::read);
  }

  private static int positions(Path folder) {
    JsonObject config = ModelJson.read(FolderPaths.resolve(folder, TransformerConfig.FILE));
    return config.has("max_position_embeddings")
        ? TransformerConfig.read(folder).maxLength()
        : DEFAULT_MAX_LENGTH;
  }

  private static Pooling pooling(Path folder) {
    Optional<JsonObject> config = find(folder, SentenceTransformersWriter.POOLING);
    if (config.isEmpty()) {
      return Pooling.NONE;
    }
    boolean mean = config.get().booleanOrDefault("pooling_mode_mean_tokens", false);
    boolean cls = config.get().booleanOrDefault("pooling_mode_cls_token", false);
    if (mean == cls) {
      throw config
          .get()
          .error(
              "pooling_mode_mean_tokens",
              String.valueOf(mean),
              "either this or pooling_mode_cls_token");
    }
    return mean ? Pooling.MEAN : Pooling.CLS;
  }
}
