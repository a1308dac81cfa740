// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.storage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.json.JsonFile;

/**
 * What clients have set at a server, apart from the indexes.
 *
 * @param aliases the names of indexes by their aliases
 * @param models the names of the models that stay open when no index uses them
 */
public record ServerState(SortedMap<String, String> aliases, List<String> models) {
  private static final long MAX_BYTES = 16 << 20;

  public ServerState {
    aliases = Collections.unmodifiableSortedMap(new TreeMap<>(aliases));
    models = List.copyOf(models);
  }

  /** Returns the state with other aliases. */
  public ServerState withAliases(Map<String, String> changed) {
    return new ServerState(new TreeMap<>(changed), models);
  }

  /** Returns the state with other models. */
  public ServerState withModels(List<String> changed) {
    return new ServerState(aliases, changed);
  }

  /**
   * Reads a file.
   *
   * @return nothing set if there is no file
   * @throws IsoglossException if it is malformed
   */
  static ServerState read(Path file) {
    if (!Files.exists(file)) {
      return new ServerState(new TreeMap<>(), List.of());
    }
    ObjectNode json = JsonFile.read(file, MAX_BYTES, ServerState::malformed);
    SortedMap<String, String> aliases = new TreeMap<>();
    for (Map.Entry<String, JsonNode> alias : json.path("aliases").properties()) {
      aliases.put(alias.getKey(), text(file, alias.getValue()));
    }
    List<String> models = new ArrayList<>();
    json.path("models").forEach(model -> models.add(text(file, model)));
    return new ServerState(aliases, models);
  }

  private static String text(Path file, JsonNode node) {
    if (!node.isTextual()) {
      throw malformed(file, "has " + node + " in place of a name", null);
    }
    return node.textValue();
  }

  private static IsoglossException malformed(Path file, String problem, Throwable cause) {
    return new IsoglossException(
        file + ": " + problem + "; delete the file to serve the indexes without aliases", cause);
  }

  /** Writes a file, as a whole or not at all. */
  void write(Path file) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode named = json.putObject("aliases");
    aliases.forEach(named::put);
    ArrayNode list = json.putArray("models");
    models.forEach(list::add);
    JsonFile.write(file, json);
  }
}
