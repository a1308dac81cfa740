// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.subword.BpeTokenizer;

/**
 * The tokens that the files of a tokenizer add to its vocabulary. Python finds them in a text
 * before it splits words; here only a {@link BpeTokenizer} finds those that are not special. No
 * text contains a special token, so only those are accepted that do not occur in ordinary text,
 * such as {@code <mask>} or {@code [unused1]}.
 */
public final class AddedTokens {
  private static final Pattern MARKER = Pattern.compile("<.*>(NOTUSED)?|\\[.*\\]");

  /** Keys of {@code tokenizer_config.json} and {@code special_tokens_map.json}. */
  private static final List<String> SPECIAL_LISTS =
      List.of("additional_special_tokens", "extra_special_tokens");

  private final List<String> tokens = new ArrayList<>();

  private AddedTokens() {}

  /**
   * Reads the added tokens of a folder.
   *
   * @param vocabulary the folder's tokenizer
   * @throws ModelFormatException if a token may occur in a text, or its vocabulary does not have it
   */
  public static AddedTokens read(Path folder, Tokenizer vocabulary) {
    AddedTokens added = new AddedTokens();
    for (String name : List.of(TokenizerFiles.TOKENIZER_CONFIG, TokenizerFiles.SPECIAL_MAP)) {
      Optional<Path> file = FolderPaths.find(folder, name);
      file.ifPresent(path -> added.addSpecial(path, ModelJson.readObject(path), vocabulary));
    }
    FolderPaths.find(folder, TokenizerFiles.ADDED)
        .ifPresent(
            path ->
                ModelJson.read(path).keys().stream()
                    // A BPE tokenizer finds its added tokens, which tokenizer.json lists.
                    .filter(token -> !(vocabulary instanceof BpeTokenizer))
                    .forEach(token -> added.addKnown(path, token, vocabulary)));
    return added;
  }

  private void addSpecial(Path file, ObjectNode json, Tokenizer vocabulary) {
    for (JsonNode token : json.path("added_tokens_decoder")) {
      String content = content(token);
      if (token.path("special").asBoolean(true)) {
        addKnown(file, content, vocabulary);
      } else if (!(vocabulary instanceof BpeTokenizer)) {
        throw unsupported(file, content, "is not special");
      }
    }
    for (String key : SPECIAL_LISTS) {
      json.path(key).forEach(token -> add(file, content(token)));
    }
  }

  private static String content(JsonNode token) {
    return token.isObject() ? token.path("content").asText() : token.asText();
  }

  private void addKnown(Path file, String token, Tokenizer vocabulary) {
    if (vocabulary.id(token).isEmpty()) {
      throw unsupported(file, token, "is not in the vocabulary");
    }
    add(file, token);
  }

  private void add(Path file, String token) {
    requireMarker(file, token);
    tokens.add(token);
  }

  /**
   * Requires that a token does not occur in ordinary text.
   *
   * @throws ModelFormatException if it may
   */
  static void requireMarker(Path file, String token) {
    if (!MARKER.matcher(token).matches()) {
      throw unsupported(file, token, "may occur in a text");
    }
  }

  private static ModelFormatException unsupported(Path file, String token, String reason) {
    return new ModelFormatException(
        file,
        "adds the token "
            + Excerpt.quote(token)
            + ", which "
            + reason
            + ": only special tokens of the vocabulary such as <mask> or [unused1] are supported, as"
            + " texts with other added tokens would be split otherwise");
  }

  /** Returns the added tokens that a text contains. */
  public List<String> in(String text) {
    return tokens.stream().filter(text::contains).toList();
  }
}
