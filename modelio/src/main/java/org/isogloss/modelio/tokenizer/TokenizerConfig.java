// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.text.subword.WordPieceOptions;

/**
 * The settings in {@code tokenizer_config.json}, which need not exist. A setting that would change
 * token ids and is not supported is rejected.
 */
public final class TokenizerConfig {
  private static final String LENGTH = "model_max_length";
  private static final String LOWERCASE = "do_lower_case";
  private static final String STRIP_ACCENTS = "strip_accents";
  private static final String TOKENIZE_CJK = "tokenize_chinese_chars";

  /** Settings whose other values need a tokenizer that this library does not have. */
  private static final Map<String, String> EXPECTED = Map.of("truncation_side", "right");

  private static final String PADDING_SIDE = "padding_side";

  /** Settings that replace the special tokens before and after a text. */
  private static final String ADD_FIRST = "add_bos_token";

  private static final String ADD_LAST = "add_eos_token";

  /** Keys that only other tokenizers have, or that replace the special tokens around a text. */
  private static final List<String> UNSUPPORTED =
      List.of("auto_map", "word_tokenizer_type", "subword_tokenizer_type");

  private static final String MASK = "mask_token";

  private final Optional<JsonObject> json;
  private final Optional<JsonObject> classFile;
  private final Optional<TokenizerClass> tokenizerClass;

  private TokenizerConfig(Optional<JsonObject> json, Optional<JsonObject> classFile) {
    this.json = json;
    this.classFile = classFile;
    this.tokenizerClass = classFile.map(TokenizerClass::read);
  }

  /**
   * Reads the settings of a folder. The class of the tokenizer may also stand in {@code
   * config.json}.
   *
   * @throws ModelFormatException if a file is invalid, or a setting is not supported
   */
  public static TokenizerConfig read(Path folder) {
    Optional<JsonObject> json = find(folder, TokenizerFiles.TOKENIZER_CONFIG);
    Optional<JsonObject> classFile =
        json.filter(settings -> settings.has(TokenizerClass.KEY))
            .or(() -> find(folder, TransformerConfig.FILE))
            .filter(settings -> settings.has(TokenizerClass.KEY));
    TokenizerConfig config = new TokenizerConfig(json, classFile);
    json.ifPresent(config::requireSupported);
    return config;
  }

  private static Optional<JsonObject> find(Path folder, String name) {
    return FolderPaths.find(folder, name).map(ModelJson::read);
  }

  private void requireSupported(JsonObject json) {
    if (tokenizerClass.filter(stated -> stated == TokenizerClass.XLM_ROBERTA).isPresent()
        && !json.booleanOrDefault("add_prefix_space", true)) {
      throw json.error("add_prefix_space", "false", "true");
    }
    EXPECTED.forEach(
        (key, expected) -> {
          String found = json.findString(key).orElse(expected);
          if (!found.equals(expected)) {
            throw json.error(key, Excerpt.quote(found), Excerpt.quote(expected));
          }
        });
    UNSUPPORTED.forEach(key -> requireNone(json, key));
    if (!mayBeBpe()) {
      requireNone(json, ADD_FIRST);
      requireNone(json, ADD_LAST);
      requirePaddingAtTheEnd("tokenizers of this class");
    }
    if (!json.booleanOrDefault("do_basic_tokenize", true)) {
      throw json.error("do_basic_tokenize", "false", "true");
    }
    if (json.has("never_split") && !json.strings("never_split").isEmpty()) {
      throw json.error("never_split", "a list of words", "an empty list");
    }
    if (json.has("sp_model_kwargs") && !json.object("sp_model_kwargs").keys().isEmpty()) {
      throw json.error("sp_model_kwargs", "an object with settings", "an empty object");
    }
  }

  /**
   * Requires that the class of the tokenizer is not that of other models than the one that {@code
   * tokenizer.json} has.
   *
   * @param other the class of the other models
   * @param type the type of the model
   * @throws ModelFormatException if it is
   */
  void requireNot(TokenizerClass other, String type) {
    if (tokenizerClass.filter(stated -> stated == other).isPresent()) {
      JsonObject stating = classFile.orElseThrow();
      throw stating.error(
          TokenizerClass.KEY,
          Excerpt.quote(stating.string(TokenizerClass.KEY)),
          "a class for the model in " + TokenizerFiles.TOKENIZER_JSON + ", which is " + type);
    }
  }

  private static void requireNone(JsonObject json, String key) {
    if (json.has(key)) {
      throw json.error(
          key, "present", "no such key: the tokenizers here have no setting of this name");
    }
  }

  private boolean mayBeBpe() {
    return tokenizerClass
        .filter(stated -> stated == TokenizerClass.BPE || stated == TokenizerClass.GENERIC)
        .isPresent();
  }

  /**
   * Rejects padding before texts, which gives the texts of a batch other positions.
   *
   * @param models the models whose vectors depend on it
   * @throws ModelFormatException if texts are padded on the left
   */
  public void requirePaddingAtTheEnd(String models) {
    json.ifPresent(
        settings -> {
          String side = settings.findString(PADDING_SIDE).orElse("right");
          if (!side.equals("right")) {
            throw settings.error(PADDING_SIDE, Excerpt.quote(side), "\"right\" for " + models);
          }
        });
  }

  /**
   * Requires that settings that replace the special tokens around a text replace them by the same.
   *
   * @throws ModelFormatException if they differ
   */
  void requireAgrees(SpecialTokenTemplate template) {
    json.ifPresent(
        settings -> {
          // Version 5 of Python's transformers then replaces both, by none if a key is missing.
          boolean replaces =
              tokenizerClass.filter(stated -> stated == TokenizerClass.GENERIC).isPresent()
                  && (settings.has(ADD_FIRST) || settings.has(ADD_LAST));
          requireAgrees(settings, ADD_FIRST, replaces, !template.prefix().isEmpty());
          requireAgrees(settings, ADD_LAST, replaces, !template.suffix().isEmpty());
        });
  }

  private static void requireAgrees(
      JsonObject settings, String key, boolean replaces, boolean expected) {
    // Qwen's tokenizer has the key and does not read it.
    boolean read = !settings.findString(TokenizerClass.KEY).orElse("").startsWith("Qwen2");
    boolean defaultValue = !replaces && expected;
    if (read && settings.booleanOrDefault(key, defaultValue) != expected) {
      throw settings.error(
          key,
          settings.has(key) ? String.valueOf(!expected) : "missing, which means false",
          expected + ", as the post_processor of " + TokenizerFiles.TOKENIZER_JSON + " has it");
    }
  }

  /** Returns whether a WordPiece tokenizer has the special tokens of BERT. */
  boolean expectsBertTokens() {
    return tokenizerClass.orElse(TokenizerClass.BERT) == TokenizerClass.BERT;
  }

  /** Returns whether the class of the tokenizer is one that reads only {@code tokenizer.json}. */
  public boolean requiresTokenizerJson() {
    return tokenizerClass.filter(stated -> stated != TokenizerClass.BERT).isPresent();
  }

  /**
   * Returns the maximum number of tokens of a text; {@link Integer#MAX_VALUE} if none is stated.
   */
  public int maxLength() {
    return json.filter(settings -> settings.has(LENGTH))
        .map(settings -> settings.number(LENGTH))
        .filter(length -> length >= 1 && length < Integer.MAX_VALUE)
        .map(Double::intValue)
        .orElse(Integer.MAX_VALUE);
  }

  /** Returns whether a WordPiece tokenizer with these settings converts texts to lower case. */
  public boolean lowercases() {
    return tokenizerClass.orElse(TokenizerClass.BERT) == TokenizerClass.BERT
        && json.filter(settings -> settings.booleanOrDefault(LOWERCASE, false)).isPresent();
  }

  /**
   * Returns the name of a special token, which the file states as a string or as an object with a
   * {@code content}.
   *
   * @param key such as {@code pad_token}
   */
  Optional<String> specialToken(String key) {
    return json.flatMap(settings -> specialToken(settings, key));
  }

  private static Optional<String> specialToken(JsonObject json, String key) {
    return json.has(key)
        ? Optional.of(json.isObject(key) ? json.object(key).string("content") : json.string(key))
        : Optional.empty();
  }

  /**
   * Requires that the special tokens that the files of a folder name are those of BERT. Its mask
   * token, which no text contains, may be another one.
   *
   * @throws ModelFormatException if one has another name
   */
  public static void requireBertTokens(Path folder) {
    for (String name : List.of(TokenizerFiles.TOKENIZER_CONFIG, TokenizerFiles.SPECIAL_MAP)) {
      find(folder, name).ifPresent(TokenizerConfig::requireBertTokens);
    }
  }

  private static void requireBertTokens(JsonObject json) {
    TokenizerFiles.SPECIAL.forEach(
        (key, expected) -> {
          String found = specialToken(json, key).orElse(expected);
          if (!key.equals(MASK) && !found.equals(expected)) {
            throw json.error(key, Excerpt.quote(found), Excerpt.quote(expected));
          }
        });
  }

  /**
   * Returns the options of the WordPiece tokenizer of {@code vocab.txt}: those that BERT's class in
   * Python has by default, where the file states none.
   *
   * @throws ModelFormatException if the file is missing, or a value is invalid
   */
  public WordPieceOptions wordPieceOptions(Path folder) {
    JsonObject settings =
        json.orElseThrow(
            () ->
                new ModelFormatException(
                    folder,
                    "contains no "
                        + TokenizerFiles.TOKENIZER_CONFIG
                        + ", which states whether the tokenizer is cased: expected"
                        + " {\"do_lower_case\": ...}"));
    boolean lowercase = settings.booleanOrDefault(LOWERCASE, true);
    try {
      return new WordPieceOptions(
          lowercase,
          settings.booleanOrDefault(STRIP_ACCENTS, lowercase),
          settings.booleanOrDefault(TOKENIZE_CJK, true),
          settings
              .findIntAtLeast("max_input_chars_per_word", 1)
              .orElse(WordPieceOptions.DEFAULT_MAX_WORD_LENGTH),
          false);
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(settings.file(), e.getMessage(), e);
    }
  }

  /**
   * Requires that the settings agree with what {@code tokenizer.json} describes, unless that file
   * alone counts. Where they do not, versions of Python's transformers differ.
   *
   * @param options the options of the tokenizer of {@code tokenizer.json}
   * @throws ModelFormatException if they differ
   */
  void requireAgrees(WordPieceOptions options) {
    if (json.isEmpty() || requiresTokenizerJson()) {
      return;
    }
    boolean lowercase = requireEqual(LOWERCASE, true, options.lowercase());
    requireEqual(STRIP_ACCENTS, lowercase, options.stripAccents());
    requireEqual(TOKENIZE_CJK, true, options.tokenizeCjk());
  }

  private boolean requireEqual(String key, boolean defaultValue, boolean expected) {
    JsonObject settings = json.orElseThrow();
    boolean found = settings.booleanOrDefault(key, defaultValue);
    if (found != expected) {
      throw settings.error(
          key,
          settings.has(key) ? String.valueOf(found) : "missing, which means " + found,
          expected
              + ", as the normalizer in "
              + TokenizerFiles.TOKENIZER_JSON
              + " has it: Python reads either file, depending on its version; make them agree");
    }
    return found;
  }
}
