package org.isogloss.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.UnigramPieces;
import org.isogloss.text.UnigramTokenizer;
import org.isogloss.text.WordPieceOptions;
import org.isogloss.text.WordPieceTokenizer;

/**
 * Makes the tokenizer that {@code tokenizer.json} describes. Whatever is in the file and would
 * change ids but is not known here is refused.
 */
final class JsonTokenizer {
  /** Which keys of {@code tokenizer_config.json} name special tokens. */
  private static final List<String> SPECIAL_KEYS =
      List.of(
          "bos_token",
          "eos_token",
          "unk_token",
          "pad_token",
          "cls_token",
          "sep_token",
          "mask_token");

  private static final List<String> PADDING = List.of("<pad>", "[PAD]");

  private final Path file;
  private final JsonObject parts;
  private final List<String> pieces;
  private final boolean scored;
  private final double[] scores;
  private final Set<Integer> special = new HashSet<>();
  private final Optional<JsonObject> config;

  private JsonTokenizer(TokenizerJson json, Optional<JsonObject> config) {
    this.file = json.file();
    this.parts = json.parts();
    this.pieces = new ArrayList<>(json.pieces());
    this.config = config;
    parts.objects("added_tokens").forEach(this::add);
    this.scored = json.scores().length > 0;
    this.scores = Arrays.copyOf(json.scores(), pieces.size());
    int missing = pieces.indexOf(TokenizerJson.MISSING);
    if (missing >= 0) {
      throw new ModelFormatException(file, "no piece has the id " + missing);
    }
  }

  /**
   * Reads {@code tokenizer.json}, and {@code tokenizer_config.json} where there is one.
   *
   * @throws ModelFormatException if something in them is wrong or not known here
   */
  static Tokenizer read(Path folder) {
    TokenizerJson json = TokenizerJson.read(FolderFiles.resolve(folder, TokenizerFiles.FAST));
    JsonTokenizer reader =
        new JsonTokenizer(
            json, FolderFiles.find(folder, TokenizerFiles.CONFIG).map(JsonObject::read));
    JsonObject model = json.model();
    String type =
        model.findString("type").orElse(json.scores().length > 0 ? "Unigram" : "WordPiece");
    try {
      return switch (type) {
        case "Unigram" -> reader.unigram(model);
        case "WordPiece" -> reader.wordPiece(model);
        default -> throw model.bad("type", Excerpt.of(type), "Unigram or WordPiece");
      };
    } catch (IllegalArgumentException e) {
      throw new ModelFormatException(reader.file, e.getMessage(), e);
    }
  }

  private void add(JsonObject token) {
    int id = token.count("id", 0);
    String content = token.string("content");
    if (id >= TokenizerJson.MAX_PIECES) {
      throw token.bad("id", String.valueOf(id), "an id below " + TokenizerJson.MAX_PIECES);
    }
    if (content.length() > TokenizerJson.MAX_PIECE_LENGTH) {
      throw token.bad(
          "content",
          Excerpt.of(content),
          "at most " + TokenizerJson.MAX_PIECE_LENGTH + " characters");
    }
    if (!token.flag("special", false)) {
      throw token.bad(
          "special",
          "false",
          "true: only special tokens may be added to a vocabulary (" + content + ")");
    }
    if (id < pieces.size() && !pieces.get(id).equals(TokenizerJson.MISSING)) {
      if (!pieces.get(id).equals(content)) {
        throw token.bad(
            "content", "\"" + content + "\"", "\"" + pieces.get(id) + "\", the piece " + id);
      }
    } else {
      while (pieces.size() <= id) {
        pieces.add(TokenizerJson.MISSING);
      }
      pieces.set(id, content);
    }
    special.add(id);
  }

  private Tokenizer unigram(JsonObject model) {
    if (!scored) {
      throw model.bad("vocab", "an object", "[[\"piece\", score], ...] for a Unigram model");
    }
    int unknown = model.count("unk_id", 0);
    if (unknown >= pieces.size()) {
      throw model.bad(
          "unk_id", String.valueOf(unknown), "the id of one of " + pieces.size() + " pieces");
    }
    Set<String> names = new HashSet<>();
    SPECIAL_KEYS.forEach(key -> configured(key).ifPresent(names::add));
    IntStream.range(0, pieces.size())
        .filter(id -> names.contains(pieces.get(id)))
        .forEach(special::add);
    UnigramPieces vocabulary =
        new UnigramPieces(pieces, scores, special, model.flag("byte_fallback", false));
    return UnigramTokenizer.of(
        vocabulary,
        TokenizerSteps.normalizers(parts),
        TokenizerSteps.metaspace(parts),
        specialTokens(TokenizerTemplate.of(parts), unknown));
  }

  /** A special token of {@code tokenizer_config.json}: a string, or an object with its content. */
  private Optional<String> configured(String key) {
    return config
        .filter(json -> json.has(key))
        .map(json -> json.isObject(key) ? json.object(key).string("content") : json.string(key));
  }

  private SpecialTokens specialTokens(TokenizerTemplate template, int unknown) {
    return new SpecialTokens(
        ids(template.before()),
        ids(template.between()),
        ids(template.after()),
        template.secondType(),
        unknown,
        padding());
  }

  private int[] ids(List<String> tokens) {
    return tokens.stream().mapToInt(this::id).toArray();
  }

  private int id(String token) {
    int id = pieces.indexOf(token);
    if (id < 0) {
      throw new ModelFormatException(
          file, "the token \"" + token + "\" is not among its " + pieces.size() + " pieces");
    }
    return id;
  }

  private int padding() {
    Optional<String> configured = configured("pad_token");
    if (configured.isPresent()) {
      return id(configured.get());
    }
    return PADDING.stream()
        .filter(pieces::contains)
        .findFirst()
        .map(this::id)
        .orElseThrow(
            () ->
                new ModelFormatException(
                    file,
                    "has none of "
                        + PADDING
                        + " among its pieces, and no "
                        + TokenizerFiles.CONFIG
                        + " beside it names a pad_token"));
  }

  private Tokenizer wordPiece(JsonObject model) {
    if (scored) {
      throw model.bad("vocab", "an array", "{\"piece\": id, ...} for a WordPiece model");
    }
    JsonObject normalizer = parts.object("normalizer");
    expect(normalizer, "type", "BertNormalizer");
    expect(parts.object("pre_tokenizer"), "type", "BertPreTokenizer");
    expect(model, "unk_token", "[UNK]");
    expect(model, "continuing_subword_prefix", "##");
    if (!normalizer.flag("clean_text", true)) {
      throw normalizer.bad("clean_text", "false", "true");
    }
    TokenizerTemplate template = TokenizerTemplate.of(parts);
    if (!template.equals(TokenizerTemplate.BERT)) {
      throw parts.bad("post_processor", template.toString(), TokenizerTemplate.BERT.toString());
    }
    boolean lowercase = normalizer.flag("lowercase", true);
    WordPieceOptions options =
        new WordPieceOptions(
            lowercase,
            normalizer.flag("strip_accents", lowercase),
            normalizer.flag("handle_chinese_chars", true),
            model
                .findCount("max_input_chars_per_word", 1)
                .orElse(WordPieceOptions.DEFAULT_MAX_WORD_LENGTH),
            false);
    try {
      return WordPieceTokenizer.of(pieces, options);
    } catch (IsoglossException e) {
      throw new ModelFormatException(file, e.getMessage(), e);
    }
  }

  private static void expect(JsonObject json, String key, String expected) {
    String found = json.string(key);
    if (!found.equals(expected)) {
      throw json.bad(key, "\"" + found + "\"", "\"" + expected + "\" for a WordPiece model");
    }
  }
}
