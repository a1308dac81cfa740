// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.DisplayText;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.adapter.AdapterSettings;
import org.isogloss.modelio.dense.DenseLayerConfig;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.multivector.MultiVectorModules;
import org.isogloss.modelio.sparse.SparseModules;
import org.isogloss.modelio.tokenizer.TokenizerConfig;

/**
 * Derives the manifest of a folder without an Isogloss manifest from the files of
 * sentence-transformers, of any version up to 6: prefixes from {@code
 * config_sentence_transformers.json}, length from {@code sentence_bert_config.json}, pooling from
 * {@code 1_Pooling/config.json}. A setting that would change vectors and is not supported is
 * rejected.
 */
public final class SentenceTransformersReader {
  private static final int DEFAULT_MAX_LENGTH = 512;
  private static final String MODE = "pooling_mode";

  private SentenceTransformersReader() {}

  /**
   * Derives the manifest.
   *
   * @param positions the maximum length of the architecture; empty if it is not known
   * @throws ModelFormatException if a file is invalid, or a setting is not supported
   */
  public static ModelManifest read(Path folder, Supplier<OptionalInt> positions) {
    Optional<MultiVectorModules> tokenVectors = MultiVectorModules.read(folder);
    return manifest(
        folder,
        tokenVectors.isPresent()
            ? settings(tokenVectors.get(), positions)
            : settings(folder, positions));
  }

  private static Supplier<EncodingSettings> settings(
      MultiVectorModules model, Supplier<OptionalInt> positions) {
    int longest =
        maxLength(model.transformer(), TransformerModuleConfig.Purpose.TOKEN_VECTORS, positions);
    return () ->
        new EncodingSettings(
            model.queryPrefix(),
            model.passagePrefix(),
            model.passageLength().orElse(longest),
            Pooling.NONE,
            OptionalInt.empty());
  }

  private static Supplier<EncodingSettings> settings(Path folder, Supplier<OptionalInt> positions) {
    Optional<SparseModules> sparse = SparseModules.read(folder);
    Optional<SentenceTransformersModules> modules =
        sparse.isPresent() ? Optional.empty() : SentenceTransformersModules.read(folder);
    modules.stream().flatMap(found -> found.dense().stream()).forEach(DenseLayerConfig::read);
    Path transformer = modules.map(SentenceTransformersModules::encoder).orElse(folder);
    Optional<EncodingPrompts.TaskPrompts> tasks =
        AdapterSettings.find(transformer)
            .map(found -> new EncodingPrompts.TaskPrompts(found, found.retrieval(transformer)));
    EncodingPrompts prompts =
        EncodingPrompts.read(
            folder,
            modules.map(SentenceTransformersModules::normalizes).orElse(false),
            sparse.isPresent(),
            tasks);
    Pooling pooling = sparse.isPresent() ? Pooling.NONE : pooling(folder, modules);
    int maxLength =
        sparse.isPresent()
            ? maxLength(
                sparse.get().transformer(), TransformerModuleConfig.Purpose.TERM_WEIGHTS, positions)
            : maxLength(folder, modules, positions);
    return () ->
        new EncodingSettings(
            prompts.query(),
            prompts.passage(),
            maxLength,
            pooling,
            prompts.dimension(),
            tasks.map(EncodingPrompts.TaskPrompts::tasks));
  }

  private static ModelManifest manifest(Path folder, Supplier<EncodingSettings> settings) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    try {
      return new ModelManifest(
          name == null ? "model" : DisplayText.singleLine(name.toString()),
          "",
          settings.get(),
          new Provenance("", 0, "", List.of(), List.of()));
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(folder, e.getMessage(), e);
    }
  }

  private static int maxLength(
      Path root, Optional<SentenceTransformersModules> modules, Supplier<OptionalInt> positions) {
    Path folder = modules.map(SentenceTransformersModules::encoder).orElse(root);
    boolean isStatic = modules.map(SentenceTransformersModules::isStatic).orElse(false);
    if (isStatic || StaticModuleConfig.isModel2Vec(folder)) {
      return StaticModuleConfig.maxLength(folder).orElse(Integer.MAX_VALUE);
    }
    return maxLength(folder, TransformerModuleConfig.Purpose.VECTORS, positions);
  }

  private static int maxLength(
      Path folder, TransformerModuleConfig.Purpose purpose, Supplier<OptionalInt> positions) {
    TokenizerConfig tokenizer = TokenizerConfig.read(folder);
    return TransformerModuleConfig.maxLength(folder, tokenizer, purpose)
        .orElseGet(
            () -> Math.min(positions.get().orElse(DEFAULT_MAX_LENGTH), tokenizer.maxLength()));
  }

  /** The pooling is where {@code modules.json} says; without that file, where it usually is. */
  private static Pooling pooling(Path folder, Optional<SentenceTransformersModules> modules) {
    Optional<Path> file =
        modules.isPresent()
            ? modules.get().pooling().flatMap(module -> FolderPaths.find(module, "config.json"))
            : FolderPaths.find(folder, SentenceTransformersWriter.POOLING);
    if (file.isEmpty()) {
      return Pooling.NONE;
    }
    JsonObject config = ModelJson.read(file.get());
    if (!config.booleanOrDefault("include_prompt", true)) {
      throw config.error("include_prompt", "false", "true: prefixes are pooled with their texts");
    }
    // Up to version 5, each pooling has a key of its own.
    return config.has(MODE) ? poolingOfMode(config) : poolingOfKeys(config);
  }

  private static Pooling poolingOfMode(JsonObject config) {
    String mode = config.string(MODE);
    return supported()
        .filter(pooling -> pooling.mode().equals(mode))
        .findFirst()
        .orElseThrow(
            () ->
                config.error(
                    MODE,
                    Excerpt.quote(mode),
                    "one of " + String.join(", ", supported().map(Pooling::mode).toList())));
  }

  private static Stream<Pooling> supported() {
    return Arrays.stream(Pooling.values()).filter(pooling -> pooling != Pooling.NONE);
  }

  private static Pooling poolingOfKeys(JsonObject config) {
    List<String> keys =
        config.keys().stream()
            .filter(key -> key.startsWith(MODE + "_") && config.booleanValue(key))
            .toList();
    if (keys.size() != 1) {
      throw config.error(MODE, "stated by the keys " + keys, "one of the keys " + supportedKeys());
    }
    return supported()
        .filter(pooling -> pooling.key().equals(keys.getFirst()))
        .findFirst()
        .orElseThrow(() -> config.error(keys.getFirst(), "true", "one of " + supportedKeys()));
  }

  private static String supportedKeys() {
    return String.join(", ", supported().map(Pooling::key).toList());
  }
}
