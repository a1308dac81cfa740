// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.djl;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The tokens of a {@code tokenizer.json}.
 *
 * @param tokens by id
 * @param ids by token
 * @param unknown the id of the token for text that the vocabulary cannot represent; empty if it
 *     represents every text
 * @param padding the id that pads the shorter texts of a batch
 */
record Vocabulary(List<String> tokens, Map<String, Integer> ids, OptionalInt unknown, int padding) {
  private static final int MAX_SIZE = 1 << 22;

  /** Reads the vocabulary of the model, an object or a list, and the added tokens. */
  static Vocabulary read(Path file, JsonNode json) {
    Map<String, Integer> ids = new HashMap<>();
    JsonNode model = json.path("model");
    JsonNode vocabulary = model.path("vocab");
    if (vocabulary.isArray()) {
      for (int id = 0; id < vocabulary.size(); id++) {
        ids.put(vocabulary.get(id).path(0).asText(), id);
      }
    } else {
      vocabulary.properties().forEach(entry -> ids.put(entry.getKey(), entry.getValue().asInt(-1)));
    }
    json.path("added_tokens")
        .forEach(token -> ids.put(token.path("content").asText(), token.path("id").asInt(-1)));
    String[] tokens = new String[size(file, ids)];
    ids.forEach((token, id) -> tokens[id] = token);
    for (int id = 0; id < tokens.length; id++) {
      if (tokens[id] == null) {
        throw new ModelFormatException(file, "no token has the id " + id);
      }
    }
    return new Vocabulary(List.of(tokens), ids, unknown(model, ids), padding(json, ids));
  }

  private static int size(Path file, Map<String, Integer> ids) {
    int largest = -1;
    for (Map.Entry<String, Integer> entry : ids.entrySet()) {
      if (entry.getValue() < 0 || entry.getValue() >= MAX_SIZE) {
        throw new ModelFormatException(
            file, "a token has the id " + entry.getValue() + ", expected 0 to " + (MAX_SIZE - 1));
      }
      largest = Math.max(largest, entry.getValue());
    }
    if (largest < 0) {
      throw new ModelFormatException(file, "has no tokens, expected model.vocab");
    }
    return largest + 1;
  }

  private static OptionalInt unknown(JsonNode model, Map<String, Integer> ids) {
    if (model.path("unk_id").isInt()) {
      return OptionalInt.of(model.path("unk_id").asInt());
    }
    Integer id = ids.get(model.path("unk_token").asText());
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  private static int padding(JsonNode json, Map<String, Integer> ids) {
    if (json.path("padding").path("pad_id").isInt()) {
      return json.path("padding").path("pad_id").asInt();
    }
    return Stream.of("<pad>", "[PAD]").filter(ids::containsKey).map(ids::get).findFirst().orElse(0);
  }
}
