// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.AddedToken;
import org.isogloss.text.subword.BpeModel;
import org.isogloss.text.subword.BpeTokenizer;
import org.isogloss.text.subword.UnigramModel;
import org.isogloss.text.subword.UnigramTokenizer;
import org.isogloss.text.subword.WordPieceOptions;
import org.isogloss.text.subword.WordPieceTokenizer;

/**
 * Creates the tokenizer that {@code tokenizer.json} describes. A setting that would change token
 * ids and is not supported is rejected.
 */
public final class HuggingFaceTokenizerReader {
  /** The keys of {@code tokenizer_config.json} that name special tokens. */
  private static final List<String> SPECIAL_KEYS =
      List.of(
          "bos_token",
          "eos_token",
          "unk_token",
          "pad_token",
          "cls_token",
          "sep_token",
          "mask_token");

  private static final String RIGHT = "Right";
  private static final List<String> PADDING = List.of("<pad>", "[PAD]");

  private final TokenizerJsonFile json;
  private final Path file;
  private final JsonObject parts;
  private final List<String> tokens;
  private final boolean hasScores;
  private final double[] scores;
  private final Set<Integer> special = new HashSet<>();
  private final List<AddedToken> inTexts = new ArrayList<>();
  private final TokenizerConfig config;

  private HuggingFaceTokenizerReader(TokenizerJsonFile json, TokenizerConfig config) {
    this.json = json;
    this.file = json.file();
    this.parts = json.parts();
    this.tokens = new ArrayList<>(json.tokens());
    this.config = config;
    parts.objects("added_tokens").forEach(this::add);
    this.hasScores = json.scores().length > 0;
    this.scores = Arrays.copyOf(json.scores(), tokens.size());
    int missing = tokens.indexOf(TokenizerJsonFile.UNASSIGNED);
    if (missing >= 0) {
      throw new ModelFormatException(file, "no token has the id " + missing);
    }
  }

  /**
   * Reads {@code tokenizer.json}, and {@code tokenizer_config.json} if there is one.
   *
   * @throws UnsupportedTokenizerException if the tokenizer is of another kind
   * @throws ModelFormatException if a file is invalid or has a setting that is not supported
   */
  public static Tokenizer read(Path folder) {
    TokenizerJsonFile json =
        TokenizerJsonFile.read(FolderPaths.resolve(folder, TokenizerFiles.TOKENIZER_JSON));
    HuggingFaceTokenizerReader reader =
        new HuggingFaceTokenizerReader(json, TokenizerConfig.read(folder));
    requireDirection(json.parts(), "truncation");
    JsonObject model = json.model();
    String type = model.findString("type").orElse(defaultType(json));
    try {
      return switch (type) {
        case "Unigram" -> {
          requireDirection(json.parts(), "padding");
          reader.config.requireNot(TokenizerClass.BERT, type);
          yield reader.unigram(model);
        }
        case "WordPiece" -> {
          requireDirection(json.parts(), "padding");
          reader.config.requireNot(TokenizerClass.XLM_ROBERTA, type);
          yield reader.wordPiece(folder, model);
        }
        case "BPE" -> reader.bpe(model);
        default ->
            throw new UnsupportedTokenizerException(
                model.error("type", Excerpt.quote(type), "Unigram, WordPiece or BPE"));
      };
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(reader.file, e.getMessage(), e);
    }
  }

  private static String defaultType(TokenizerJsonFile json) {
    if (!json.merges().isEmpty()) {
      return "BPE";
    }
    return json.scores().length > 0 ? "Unigram" : "WordPiece";
  }

  private static void requireDirection(JsonObject parts, String key) {
    parts
        .findObject(key)
        .ifPresent(
            json -> {
              String direction = json.findString("direction").orElse(RIGHT);
              if (!direction.equals(RIGHT)) {
                throw json.error("direction", Excerpt.quote(direction), Excerpt.quote(RIGHT));
              }
            });
  }

  private void add(JsonObject token) {
    int id = token.intAtLeast("id", 0);
    String content = token.string("content");
    if (id >= TokenizerJsonFile.MAX_VOCABULARY_SIZE) {
      throw token.error(
          "id", String.valueOf(id), "an id below " + TokenizerJsonFile.MAX_VOCABULARY_SIZE);
    }
    if (content.length() > TokenizerJsonFile.MAX_TOKEN_LENGTH) {
      throw token.error(
          "content",
          Excerpt.quote(content),
          "at most " + TokenizerJsonFile.MAX_TOKEN_LENGTH + " characters");
    }
    boolean isSpecial = token.booleanOrDefault("special", false);
    if (isSpecial) {
      AddedTokens.requireMarker(file, content);
    } else if (json.merges().isEmpty()) {
      throw token.error(
          "special",
          "false",
          "true: only special tokens may be added to a vocabulary (" + content + ")");
    } else {
      addToTexts(token, content, id);
    }
    if (id < tokens.size() && !tokens.get(id).equals(TokenizerJsonFile.UNASSIGNED)) {
      if (!tokens.get(id).equals(content)) {
        throw token.error(
            "content", "\"" + content + "\"", "\"" + tokens.get(id) + "\", the token with this id");
      }
    } else {
      while (tokens.size() <= id) {
        tokens.add(TokenizerJsonFile.UNASSIGNED);
      }
      tokens.set(id, content);
    }
    if (isSpecial) {
      special.add(id);
    }
  }

  /** Adds a token that is found in texts. */
  private void addToTexts(JsonObject token, String content, int id) {
    for (String key : List.of("single_word", "lstrip", "rstrip")) {
      if (token.booleanOrDefault(key, false)) {
        throw token.error(key, "true", "false for a token that is not special");
      }
    }
    inTexts.add(new AddedToken(content, id, token.booleanOrDefault("normalized", true)));
  }

  private Tokenizer bpe(JsonObject model) {
    if (hasScores) {
      throw model.error("vocab", "an array", "{\"token\": id, ...} for a BPE model");
    }
    for (TokenizerClass other :
        List.of(TokenizerClass.BERT, TokenizerClass.MPNET, TokenizerClass.XLM_ROBERTA)) {
      config.requireNot(other, "BPE");
    }
    for (String key : List.of("continuing_subword_prefix", "end_of_word_suffix")) {
      String mark = model.findString(key).orElse("");
      if (!mark.isEmpty()) {
        throw model.error(key, Excerpt.quote(mark), "\"\" for a BPE model");
      }
    }
    double dropout = model.findNumber("dropout").orElse(0);
    if (dropout != 0) {
      throw model.error("dropout", String.valueOf(dropout), "null: tokens would be random");
    }
    SpecialTokenTemplate template = template();
    Optional<String> unknown = model.findString("unk_token");
    OptionalInt unknownId =
        unknown.map(token -> OptionalInt.of(id(token))).orElse(OptionalInt.empty());
    return BpeTokenizer.of(
        new BpeModel(
            tokens,
            json.merges(),
            special,
            inTexts,
            unknownId,
            TokenizerPreprocessing.bpeOptions(parts, model)),
        TokenizerPreprocessing.normalizers(parts),
        // A vocabulary of bytes has no unknown token; the padding token is in no text either.
        specialTokens(template, unknownId.orElseGet(this::padding)));
  }

  private Tokenizer unigram(JsonObject model) {
    if (!hasScores) {
      throw model.error("vocab", "an object", "[[\"token\", score], ...] for a Unigram model");
    }
    int unknown = model.intAtLeast("unk_id", 0);
    if (unknown >= tokens.size()) {
      throw model.error(
          "unk_id", String.valueOf(unknown), "the id of one of " + tokens.size() + " tokens");
    }
    Set<String> names = new HashSet<>();
    SPECIAL_KEYS.forEach(key -> config.specialToken(key).ifPresent(names::add));
    IntStream.range(0, tokens.size())
        .filter(id -> names.contains(tokens.get(id)))
        .forEach(special::add);
    UnigramModel vocabulary =
        new UnigramModel(tokens, scores, special, model.booleanOrDefault("byte_fallback", false));
    return UnigramTokenizer.of(
        vocabulary,
        TokenizerPreprocessing.normalizers(parts),
        TokenizerPreprocessing.metaspace(parts),
        specialTokens(template(), unknown));
  }

  private SpecialTokenTemplate template() {
    SpecialTokenTemplate template = SpecialTokenTemplate.parse(parts);
    template.requireIds(json, this::id);
    config.requireAgrees(template);
    return template;
  }

  private SpecialTokens specialTokens(SpecialTokenTemplate template, int unknown) {
    return new SpecialTokens(
        ids(template.prefix()),
        ids(template.separator()),
        ids(template.suffix()),
        template.secondTypeId(),
        unknown,
        padding());
  }

  private int[] ids(List<String> tokens) {
    return tokens.stream().mapToInt(this::id).toArray();
  }

  private int id(String token) {
    int id = tokens.indexOf(token);
    if (id < 0) {
      throw new ModelFormatException(
          file, "the token \"" + token + "\" is not among its " + tokens.size() + " tokens");
    }
    return id;
  }

  private int padding() {
    Optional<String> configured = config.specialToken("pad_token");
    if (configured.isPresent()) {
      return id(configured.get());
    }
    return PADDING.stream()
        .filter(tokens::contains)
        .findFirst()
        .map(this::id)
        .orElseThrow(
            () ->
                new ModelFormatException(
                    file,
                    "has none of "
                        + PADDING
                        + " among its tokens, and no "
                        + TokenizerFiles.TOKENIZER_CONFIG
                        + " next to it names a pad_token"));
  }

  private Tokenizer wordPiece(Path folder, JsonObject model) {
    if (hasScores) {
      throw model.error("vocab", "an array", "{\"token\": id, ...} for a WordPiece model");
    }
    JsonObject normalizer = parts.object("normalizer");
    expect(normalizer, "type", "BertNormalizer");
    expect(parts.object("pre_tokenizer"), "type", "BertPreTokenizer");
    expect(model, "continuing_subword_prefix", "##");
    if (!normalizer.booleanOrDefault("clean_text", true)) {
      throw normalizer.error("clean_text", "false", "true");
    }
    boolean lowercase = normalizer.booleanOrDefault("lowercase", true);
    WordPieceOptions options =
        new WordPieceOptions(
            lowercase,
            normalizer.booleanOrDefault("strip_accents", lowercase),
            normalizer.booleanOrDefault("handle_chinese_chars", true),
            model
                .findIntAtLeast("max_input_chars_per_word", 1)
                .orElse(WordPieceOptions.DEFAULT_MAX_WORD_LENGTH),
            false);
    config.requireAgrees(options);
    SpecialTokenTemplate template = template();
    boolean isBert = template.equals(SpecialTokenTemplate.BERT);
    if (isBert) {
      config.requireNot(TokenizerClass.MPNET, "WordPiece with the special tokens of BERT");
    } else if (config.expectsBertTokens()) {
      throw parts.error(
          "post_processor", template.toString(), SpecialTokenTemplate.BERT.toString());
    }
    try {
      if (isBert) {
        TokenizerConfig.requireBertTokens(folder);
        expect(model, "unk_token", "[UNK]");
        return WordPieceTokenizer.of(tokens, options);
      }
      return WordPieceTokenizer.of(
          tokens, options, specialTokens(template, id(model.string("unk_token"))));
    } catch (IsoglossException e) {
      throw new ModelFormatException(file, e.getMessage(), e);
    }
  }

  private static void expect(JsonObject json, String key, String expected) {
    String found = json.string(key);
    if (!found.equals(expected)) {
      throw json.error(key, "\"" + found + "\"", "\"" + expected + "\" for a WordPiece model");
    }
  }
}
