// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.isogloss.core.Role;

/**
 * Texts to encode.
 *
 * @param texts one or more
 * @param role what the texts are
 * @param model name of a model; empty for the first one of the server
 * @param truncates whether the model may ignore the end of a text that is too long; otherwise it is
 *     an error
 */
public record EncodeRequest(
    List<String> texts, Role role, Optional<String> model, boolean truncates) {
  public EncodeRequest {
    texts = List.copyOf(texts);
    requireNonNull(role, "role is null");
    requireNonNull(model, "model is null");
  }

  /** Creates a request to the first model of the server; a text that is too long is an error. */
  public static EncodeRequest of(List<String> texts, Role role) {
    return new EncodeRequest(texts, role, Optional.empty(), false);
  }

  /** Returns a copy for another model. */
  public EncodeRequest withModel(String name) {
    return new EncodeRequest(texts, role, Optional.of(name), truncates);
  }

  /** Returns a copy that lets the model ignore the end of texts that are too long. */
  public EncodeRequest withTruncation() {
    return new EncodeRequest(texts, role, model, true);
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode array = json.putArray("texts");
    texts.forEach(array::add);
    json.put("role", role.name().toLowerCase(Locale.ROOT));
    model.ifPresent(name -> json.put("model", name));
    json.put("truncate", truncates);
    return json;
  }
}
