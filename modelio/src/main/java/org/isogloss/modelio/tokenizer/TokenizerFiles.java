// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.json.JsonFile;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.text.subword.WordPieceOptions;

/**
 * Writes the files of a BERT tokenizer, which Isogloss and Python read: {@code vocab.txt}, {@code
 * tokenizer_config.json} and {@code tokenizer.json}.
 */
public final class TokenizerFiles {
  public static final String VOCAB_TXT = "vocab.txt";
  public static final String TOKENIZER_CONFIG = "tokenizer_config.json";
  public static final String TOKENIZER_JSON = "tokenizer.json";

  /** Names special tokens, as {@value #TOKENIZER_CONFIG} does. */
  static final String SPECIAL_MAP = "special_tokens_map.json";

  /** Tokens that were added to the vocabulary, with their ids. */
  static final String ADDED = "added_tokens.json";

  /**
   * Maximum size of {@value #TOKENIZER_JSON}, to bound memory use: three times the size for a
   * vocabulary of a million tokens.
   */
  static final long MAX_TOKENIZER_JSON_BYTES = 128 << 20;

  /** All files from which a tokenizer can be read; a folder contains some of them. */
  public static final List<String> ALL =
      List.of(
          VOCAB_TXT,
          TOKENIZER_CONFIG,
          TOKENIZER_JSON,
          SPECIAL_MAP,
          ADDED,
          "sentencepiece.bpe.model");

  /** The special tokens of BERT, by their key in {@value #TOKENIZER_CONFIG}. */
  static final Map<String, String> SPECIAL = new LinkedHashMap<>();

  /** The special tokens of XLM-RoBERTa. */
  private static final Map<String, String> SENTENCE_PIECE = new LinkedHashMap<>();

  static {
    SPECIAL.put("pad_token", "[PAD]");
    SPECIAL.put("unk_token", "[UNK]");
    SPECIAL.put("cls_token", "[CLS]");
    SPECIAL.put("sep_token", "[SEP]");
    SPECIAL.put("mask_token", "[MASK]");
    SENTENCE_PIECE.put("bos_token", "<s>");
    SENTENCE_PIECE.put("eos_token", "</s>");
    SENTENCE_PIECE.put("pad_token", "<pad>");
    SENTENCE_PIECE.put("unk_token", "<unk>");
    SENTENCE_PIECE.put("cls_token", "<s>");
    SENTENCE_PIECE.put("sep_token", "</s>");
    SENTENCE_PIECE.put("mask_token", "<mask>");
  }

  private TokenizerFiles() {}

  /** Copies all files of a tokenizer to another folder. */
  public static void copy(Path from, Path to) throws IOException {
    for (String name : ALL) {
      Optional<Path> file = FolderPaths.find(from, name);
      if (file.isPresent()) {
        Files.copy(file.get(), to.resolve(name));
      }
    }
  }

  /**
   * Reads {@value #TOKENIZER_JSON}.
   *
   * @throws org.isogloss.modelio.format.ModelFormatException if it is missing or not JSON
   */
  public static ObjectNode readJson(Path folder) {
    return ModelJson.readObject(
        FolderPaths.resolve(folder, TOKENIZER_JSON), MAX_TOKENIZER_JSON_BYTES);
  }

  /**
   * Writes the three files.
   *
   * @param maxLength maximum number of tokens that the model reads
   */
  public static void write(
      Path folder, List<String> vocabulary, WordPieceOptions options, int maxLength) {
    AtomicFile.write(
        folder.resolve(VOCAB_TXT),
        out -> {
          for (String content : vocabulary) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
          }
        });
    ObjectNode config = JsonFile.MAPPER.createObjectNode();
    config
        .put("tokenizer_class", "BertTokenizer")
        .put("do_lower_case", options.lowercase())
        .put("strip_accents", options.stripAccents())
        .put("tokenize_chinese_chars", options.tokenizeCjk())
        .put("model_max_length", maxLength);
    if (options.maxWordLength() != WordPieceOptions.DEFAULT_MAX_WORD_LENGTH) {
      config.put("max_input_chars_per_word", options.maxWordLength());
    }
    SPECIAL.forEach(config::put);
    JsonFile.write(folder.resolve(TOKENIZER_CONFIG), config);
    JsonFile.write(folder.resolve(TOKENIZER_JSON), tokenizerJson(vocabulary, options));
  }

  /**
   * Writes a {@value #TOKENIZER_CONFIG} if the folder has only a {@value #TOKENIZER_JSON}, so that
   * Python's transformers can open it: without the file, transformers would use the default
   * tokenizer of the model's type.
   */
  public static void completeConfig(Path folder, int maxLength) {
    Optional<Path> tokenizerJson = FolderPaths.find(folder, TOKENIZER_JSON);
    if (FolderPaths.find(folder, TOKENIZER_CONFIG).isPresent() || tokenizerJson.isEmpty()) {
      return;
    }
    Set<String> added = new HashSet<>();
    ModelJson.readObject(tokenizerJson.get(), MAX_TOKENIZER_JSON_BYTES)
        .path("added_tokens")
        .forEach(token -> added.add(token.path("content").asText()));
    ObjectNode config = JsonFile.MAPPER.createObjectNode();
    config.put("tokenizer_class", "PreTrainedTokenizerFast").put("model_max_length", maxLength);
    for (Map<String, String> tokens : List.of(SPECIAL, SENTENCE_PIECE)) {
      tokens.forEach(
          (role, token) -> {
            if (added.contains(token)) {
              config.put(role, token);
            }
          });
    }
    JsonFile.write(folder.resolve(TOKENIZER_CONFIG), config);
  }

  private static ObjectNode tokenizerJson(List<String> vocabulary, WordPieceOptions options) {
    ObjectNode json = JsonFile.MAPPER.createObjectNode();
    json.put("version", "1.0").putNull("truncation").putNull("padding");
    ArrayNode added = json.putArray("added_tokens");
    for (String content : SPECIAL.values()) {
      int id = vocabulary.indexOf(content);
      if (id >= 0) {
        added
            .addObject()
            .put("id", id)
            .put("content", content)
            .put("single_word", false)
            .put("lstrip", false)
            .put("rstrip", false)
            .put("normalized", false)
            .put("special", true);
      }
    }
    json.putObject("normalizer")
        .put("type", "BertNormalizer")
        .put("clean_text", true)
        .put("handle_chinese_chars", options.tokenizeCjk())
        .put("strip_accents", options.stripAccents())
        .put("lowercase", options.lowercase());
    json.putObject("pre_tokenizer").put("type", "BertPreTokenizer");
    if (vocabulary.contains("[CLS]") && vocabulary.contains("[SEP]")) {
      json.set("post_processor", template(vocabulary));
    } else {
      json.putNull("post_processor");
    }
    json.putObject("decoder").put("type", "WordPiece").put("prefix", "##").put("cleanup", true);
    ObjectNode model = json.putObject("model");
    model
        .put("type", "WordPiece")
        .put("unk_token", "[UNK]")
        .put("continuing_subword_prefix", "##")
        .put("max_input_chars_per_word", options.maxWordLength());
    ObjectNode ids = model.putObject("vocab");
    for (int id = 0; id < vocabulary.size(); id++) {
      ids.put(vocabulary.get(id), id);
    }
    return json;
  }

  /** {@code [CLS] A [SEP]}, and {@code [CLS] A [SEP] B [SEP]} for two texts. */
  private static ObjectNode template(List<String> vocabulary) {
    ObjectNode template = JsonFile.MAPPER.createObjectNode().put("type", "TemplateProcessing");
    ArrayNode single = template.putArray("single");
    special(single, "[CLS]", 0);
    sequence(single, "A", 0);
    special(single, "[SEP]", 0);
    ArrayNode pair = template.putArray("pair");
    special(pair, "[CLS]", 0);
    sequence(pair, "A", 0);
    special(pair, "[SEP]", 0);
    sequence(pair, "B", 1);
    special(pair, "[SEP]", 1);
    ObjectNode tokens = template.putObject("special_tokens");
    for (String content : List.of("[CLS]", "[SEP]")) {
      ObjectNode token = tokens.putObject(content).put("id", content);
      token.putArray("ids").add(vocabulary.indexOf(content));
      token.putArray("tokens").add(content);
    }
    return template;
  }

  private static void special(ArrayNode row, String content, int type) {
    row.addObject().putObject("SpecialToken").put("id", content).put("type_id", type);
  }

  private static void sequence(ArrayNode row, String text, int type) {
    row.addObject().putObject("Sequence").put("id", text).put("type_id", type);
  }
}
