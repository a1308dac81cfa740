// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.json.JsonFile;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.text.Tokenizer;

/** Rewrites the files of a tokenizer for a subset of its tokens with new ids. */
public final class TokenizerTrimming {
  private final Path folder;
  private final Tokenizer tokenizer;
  private final Optional<TokenizerJsonFile> json;
  private final Optional<ObjectNode> config;

  /**
   * Creates a trimming of the tokenizer in a folder, which is already read.
   *
   * @throws ModelFormatException if it is BPE: most of its tokens are steps to others
   */
  public TokenizerTrimming(Path folder, Tokenizer tokenizer) {
    this.folder = folder;
    this.tokenizer = tokenizer;
    this.json =
        FolderPaths.find(folder, TokenizerFiles.TOKENIZER_JSON).map(TokenizerJsonFile::read);
    json.filter(file -> !file.merges().isEmpty())
        .ifPresent(
            file -> {
              throw new ModelFormatException(
                  file.file(),
                  "is a BPE tokenizer with merges of tokens, from which none can be removed:"
                      + " expected WordPiece or Unigram");
            });
    this.config =
        FolderPaths.find(folder, TokenizerFiles.TOKENIZER_CONFIG).map(ModelJson::readObject);
  }

  /**
   * Returns the ids that must be kept so that the tokenizer behaves the same: those of the special
   * tokens, the mask token among them even if no file declares it, and of the token with the lowest
   * score, which determines the penalty of unknown characters.
   */
  public Set<Integer> requiredIds() {
    Set<Integer> required = new HashSet<>();
    var special = tokenizer.specialTokens();
    for (int[] ids :
        List.of(
            special.prefix(),
            special.separator(),
            special.suffix(),
            new int[] {special.unknownId(), special.paddingId()})) {
      Arrays.stream(ids).forEach(required::add);
    }
    tokenizer.maskId().ifPresent(required::add);
    config.ifPresent(
        settings ->
            settings
                .properties()
                .forEach(
                    entry -> {
                      if (entry.getKey().endsWith("_token")) {
                        JsonNode token = entry.getValue();
                        String content =
                            token.isObject() ? token.path("content").asText() : token.asText();
                        tokenizer.id(content).ifPresent(required::add);
                      }
                    }));
    json.ifPresent(
        file -> {
          file.parts()
              .objects("added_tokens")
              .forEach(token -> required.add(token.intAtLeast("id", 0)));
          double[] scores = file.scores();
          int lowest = 0;
          for (int id = 1; id < scores.length; id++) {
            lowest = scores[id] < scores[lowest] ? id : lowest;
          }
          required.add(lowest);
        });
    return required;
  }

  /**
   * Writes the files.
   *
   * @param keptIds ids in ascending order; the index in the array is the new id
   */
  public void write(int[] keptIds, Path to) throws IOException {
    if (FolderPaths.find(folder, TokenizerFiles.VOCAB_TXT).isPresent()) {
      AtomicFile.write(
          to.resolve(TokenizerFiles.VOCAB_TXT),
          out -> {
            for (int id : keptIds) {
              out.write((tokenizer.token(id) + "\n").getBytes(StandardCharsets.UTF_8));
            }
          });
    }
    json.ifPresent(
        file ->
            JsonFile.writeCompact(
                to.resolve(TokenizerFiles.TOKENIZER_JSON), trimmed(file, keptIds)));
    config.ifPresent(
        settings -> {
          ObjectNode written = settings.deepCopy();
          renumberKeys(written, "added_tokens_decoder", keptIds);
          JsonFile.write(to.resolve(TokenizerFiles.TOKENIZER_CONFIG), written);
        });
    Optional<Path> specialMap = FolderPaths.find(folder, TokenizerFiles.SPECIAL_MAP);
    if (specialMap.isPresent()) {
      Files.copy(specialMap.get(), to.resolve(TokenizerFiles.SPECIAL_MAP));
    }
    Optional<Path> addedTokens = FolderPaths.find(folder, TokenizerFiles.ADDED);
    if (addedTokens.isPresent()) {
      ObjectNode added = ModelJson.readObject(addedTokens.get());
      added.properties().forEach(token -> added.put(token.getKey(), id(keptIds, token.getValue())));
      JsonFile.write(to.resolve(TokenizerFiles.ADDED), added);
    }
  }

  private static ObjectNode trimmed(TokenizerJsonFile file, int[] kept) {
    ObjectNode parts = file.tree().deepCopy();
    for (JsonNode token : parts.path("added_tokens")) {
      renumber(token, "id", kept);
    }
    renumber(parts.path("padding"), "pad_id", kept);
    JsonNode processor = parts.path("post_processor");
    for (String role : List.of("sep", "cls")) {
      if (processor.path(role) instanceof ArrayNode token && token.size() == 2) {
        token.set(1, id(kept, token.get(1)));
      }
    }
    for (JsonNode token : processor.path("special_tokens")) {
      if (token.path("ids") instanceof ArrayNode ids) {
        for (int i = 0; i < ids.size(); i++) {
          ids.set(i, id(kept, ids.get(i)));
        }
      }
    }
    ObjectNode model = (ObjectNode) parts.get("model");
    renumber(model, "unk_id", kept);
    model.remove("vocab");
    boolean scored = file.scores().length > 0;
    ArrayNode list = scored ? model.putArray("vocab") : JsonFile.MAPPER.createArrayNode();
    ObjectNode ids = scored ? JsonFile.MAPPER.createObjectNode() : model.putObject("vocab");
    for (int id = 0; id < kept.length && kept[id] < file.tokens().size(); id++) {
      String content = file.tokens().get(kept[id]);
      if (scored) {
        list.addArray().add(content).add(file.scores()[kept[id]]);
      } else {
        ids.put(content, id);
      }
    }
    return parts;
  }

  private static void renumber(JsonNode object, String key, int[] kept) {
    if (object instanceof ObjectNode fields && fields.path(key).isInt()) {
      fields.put(key, id(kept, fields.get(key)));
    }
  }

  private static void renumberKeys(ObjectNode object, String key, int[] kept) {
    if (object.path(key) instanceof ObjectNode byId) {
      ObjectNode renumbered = JsonFile.MAPPER.createObjectNode();
      for (Map.Entry<String, JsonNode> entry : byId.properties()) {
        boolean known = entry.getKey().matches("[0-9]{1,9}");
        int id = known ? Arrays.binarySearch(kept, Integer.parseInt(entry.getKey())) : -1;
        if (id >= 0) {
          renumbered.set(String.valueOf(id), entry.getValue());
        }
      }
      object.set(key, renumbered);
    }
  }

  /** Returns the new id of a token. */
  private static int id(int[] kept, JsonNode old) {
    int id = Arrays.binarySearch(kept, old.asInt());
    if (id < 0) {
      throw new IsoglossException(
          "the tokenizer's files name the special token "
              + Excerpt.unquoted(old.toString())
              + ", which is not an id of its vocabulary");
    }
    return id;
  }
}
