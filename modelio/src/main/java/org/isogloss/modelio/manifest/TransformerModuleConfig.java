// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.tokenizer.TokenizerConfig;

/**
 * How sentence-transformers reads texts and runs the transformer, from {@code
 * sentence_bert_config.json} or one of the older names of this file. A setting that would change
 * vectors and is not supported is rejected.
 */
final class TransformerModuleConfig {
  private static final String LENGTH = "model_max_length";

  /** The names of the file, of which sentence-transformers reads the first that exists. */
  private static final List<String> FILES =
      List.of(
          SentenceTransformersWriter.LENGTH,
          "sentence_roberta_config.json",
          "sentence_distilbert_config.json",
          "sentence_camembert_config.json",
          "sentence_albert_config.json",
          "sentence_xlm-roberta_config.json",
          "sentence_xlnet_config.json");

  private static final Set<String> TASKS = Set.of("feature-extraction", "sequence-classification");
  private static final Set<String> LANGUAGE_MODEL = Set.of("fill-mask");
  private static final Set<String> OUTPUTS = Set.of("last_hidden_state", "logits");

  /** What the transformer is for. */
  enum Purpose {
    VECTORS,
    TERM_WEIGHTS,
    TOKEN_VECTORS
  }

  /** Settings of other tokenizers. */
  private static final List<String> UNSUPPORTED = List.of("tokenizer_name_or_path");

  /** Settings of models with several vectors for each text. */
  private static final List<String> OF_TOKEN_VECTORS =
      List.of("query_length", "document_length", "query_expansion");

  /** Settings of the tokenizer; before version 6, the second name. */
  private static final List<String> TOKENIZER = List.of("processor_kwargs", "tokenizer_args");

  /** Objects with any settings of Python's transformers. */
  private static final List<String> FREE =
      List.of("processing_kwargs", "model_kwargs", "model_args", "config_kwargs", "config_args");

  /** Settings in these objects that do not change vectors. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of("trust_remote_code", "use_fast", "attn_implementation");

  private TransformerModuleConfig() {}

  /**
   * Returns the maximum number of tokens of a text; empty if the folder has no such file, or it
   * states none.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if the file is invalid, or a setting
   *     is not supported
   */
  static OptionalInt maxLength(Path folder, TokenizerConfig tokenizer, Purpose purpose) {
    return FILES.stream()
        .flatMap(name -> FolderPaths.find(folder, name).stream())
        .findFirst()
        .map(ModelJson::read)
        .map(json -> maxLength(json, tokenizer, purpose))
        .orElse(OptionalInt.empty());
  }

  private static OptionalInt maxLength(
      JsonObject json, TokenizerConfig tokenizer, Purpose purpose) {
    requireOneOf(
        json, "transformer_task", purpose == Purpose.TERM_WEIGHTS ? LANGUAGE_MODEL : TASKS);
    json.findObject("modality_config").ifPresent(TransformerModuleConfig::requireTexts);
    requireNone(json, UNSUPPORTED);
    if (purpose != Purpose.TOKEN_VECTORS) {
      requireNone(json, OF_TOKEN_VECTORS);
    }
    if (json.booleanOrDefault("do_lower_case", false) && !tokenizer.lowercases()) {
      throw json.error(
          "do_lower_case", "true", "false, or a tokenizer that converts to lower case");
    }
    FREE.forEach(key -> requireWithoutEffect(json, key));
    OptionalInt ofTokenizer = OptionalInt.empty();
    for (String key : TOKENIZER) {
      requireWithoutEffect(json, key);
      if (json.has(key) && ofTokenizer.isEmpty()) {
        ofTokenizer = json.object(key).findIntAtLeast(LENGTH, 1);
      }
    }
    return ofTokenizer.isPresent() ? ofTokenizer : json.findIntAtLeast("max_seq_length", 1);
  }

  private static void requireNone(JsonObject json, List<String> keys) {
    for (String key : keys) {
      if (json.has(key)) {
        throw json.error(key, "present", "no such key, or null");
      }
    }
  }

  private static void requireTexts(JsonObject modalities) {
    if (!modalities.keys().equals(List.of("text"))) {
      throw modalities.problem(
          "modality_config has " + modalities.keys() + ", expected only \"text\"");
    }
    JsonObject text = modalities.object("text");
    requireOneOf(text, "method", Set.of("forward"));
    requireOneOf(text, "method_output_name", OUTPUTS);
  }

  private static void requireOneOf(JsonObject json, String key, Set<String> expected) {
    Optional<String> found = json.findString(key);
    if (found.isPresent() && !expected.contains(found.get())) {
      throw json.error(
          key,
          Excerpt.quote(found.get()),
          String.join(" or ", expected.stream().sorted().map(Excerpt::quote).toList()));
    }
  }

  private static void requireWithoutEffect(JsonObject json, String key) {
    if (!json.has(key)) {
      return;
    }
    JsonObject settings = json.object(key);
    for (String setting : settings.keys()) {
      boolean isLength = TOKENIZER.contains(key) && setting.equals(LENGTH);
      if (!isLength && !WITHOUT_EFFECT.contains(setting)) {
        throw settings.error(
            setting, "present", "no such key: a setting of Python's transformers is not applied");
      }
    }
  }
}
