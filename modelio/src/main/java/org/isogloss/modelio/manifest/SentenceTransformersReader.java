// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.DisplayText;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.tokenizer.TokenizerFiles;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * Derives the manifest of a folder without an Isogloss manifest from the files of
 * sentence-transformers, of any version up to 6: prefixes from {@code
 * config_sentence_transformers.json}, length from {@code sentence_bert_config.json}, pooling from
 * {@code 1_Pooling/config.json}.
 */
public final class SentenceTransformersReader {
  private static final int DEFAULT_MAX_LENGTH = 512;
  private static final String LENGTH = "model_max_length";
  private static final String MEAN = "pooling_mode_mean_tokens";
  private static final String CLS = "pooling_mode_cls_token";

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
    // Rejects modules that cannot be applied.
    SentenceTransformersModules.findDense(folder).ifPresent(DenseLayerConfig::read);
    Path name = folder.toAbsolutePath().normalize().getFileName();
    Pooling pooling = pooling(folder, !query.isEmpty() || !passage.isEmpty());
    try {
      return new ModelManifest(
          name == null ? "model" : DisplayText.singleLine(name.toString()),
          "",
          new EncodingSettings(query, passage, maxLength(folder), pooling),
          new Provenance("", 0, "", List.of(), List.of()));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(folder, e.getMessage(), e);
    }
  }

  private static Optional<JsonObject> find(Path folder, String name) {
    return FolderPaths.find(folder, name).map(ModelJson::read);
  }

  private static int maxLength(Path folder) {
    Optional<JsonObject> module = find(folder, SentenceTransformersWriter.LENGTH);
    if (module.isPresent() && module.get().booleanOrDefault("do_lower_case", false)) {
      boolean lowercases =
          tokenizer(folder)
              .map(json -> json.booleanOrDefault("do_lower_case", false))
              .orElse(false);
      if (!lowercases) {
        throw module
            .get()
            .error("do_lower_case", "true", "false, or a tokenizer that converts to lower case");
      }
    }
    OptionalInt stated =
        module
            .map(json -> json.findIntAtLeast("max_seq_length", 1))
            .filter(OptionalInt::isPresent)
            // Since version 6 it is a setting of the tokenizer.
            .or(
                () ->
                    module
                        .filter(json -> json.has("processor_kwargs"))
                        .map(json -> json.object("processor_kwargs").findIntAtLeast(LENGTH, 1)))
            .orElse(OptionalInt.empty());
    return stated.orElseGet(() -> Math.min(positions(folder), tokenizerLength(folder)));
  }

  private static Optional<JsonObject> tokenizer(Path folder) {
    return find(folder, TokenizerFiles.TOKENIZER_CONFIG);
  }

  /** Returns the limit of the tokenizer, which is a huge number if there is none. */
  private static int tokenizerLength(Path folder) {
    return tokenizer(folder)
        .filter(json -> json.has(LENGTH))
        .map(json -> json.number(LENGTH))
        .filter(length -> length >= 1 && length < Integer.MAX_VALUE)
        .map(Double::intValue)
        .orElse(Integer.MAX_VALUE);
  }

  private static int positions(Path folder) {
    JsonObject config = ModelJson.read(FolderPaths.resolve(folder, TransformerConfig.FILE));
    return config.has("max_position_embeddings")
        ? TransformerConfig.read(folder).maxLength()
        : DEFAULT_MAX_LENGTH;
  }

  private static Pooling pooling(Path folder, boolean prefixes) {
    Optional<JsonObject> found = find(folder, SentenceTransformersWriter.POOLING);
    if (found.isEmpty()) {
      return Pooling.NONE;
    }
    JsonObject config = found.get();
    if (prefixes && !config.booleanOrDefault("include_prompt", true)) {
      throw config.error("include_prompt", "false", "true: prefixes are pooled with their texts");
    }
    // Up to version 5, each pooling has a key of its own.
    return config.has("pooling_mode")
        ? config.enumConstant("pooling_mode", Pooling.class)
        : poolingOfKeys(config);
  }

  private static Pooling poolingOfKeys(JsonObject config) {
    for (String key : config.keys()) {
      if (key.startsWith("pooling_mode_")
          && !key.equals(MEAN)
          && !key.equals(CLS)
          && config.booleanValue(key)) {
        throw config.error(key, "true", "false: only the mean and the first token are supported");
      }
    }
    boolean mean = config.booleanOrDefault(MEAN, false);
    if (mean == config.booleanOrDefault(CLS, false)) {
      throw config.error(MEAN, String.valueOf(mean), "either this or " + CLS);
    }
    return mean ? Pooling.MEAN : Pooling.CLS;
  }
}
