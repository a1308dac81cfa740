// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.json.JsonObject;

/**
 * Changes the indexes, aliases and models of a server while it runs. Needs a token for
 * administration, except for what only reads. All methods throw a {@link RequestFailedException} as
 * {@link IsoglossClient} describes it; a change is repeated only after status 429, because its
 * result would be lost, except that of rules.
 */
public final class ServerAdministration {
  private static final String ALIASES = "/api/aliases";

  private final Transport transport;

  ServerAdministration(Transport transport) {
    this.transport = transport;
  }

  /** Creates an index without documents, which must not exist. */
  public void createIndex(String name, IndexSettings settings) {
    transport.sendOnce("PUT", index(name), settings.json());
  }

  /** Deletes an index that was created by a client and has no alias. */
  public void dropIndex(String name) {
    transport.sendOnce("DELETE", index(name));
  }

  /**
   * Returns statistics of an index.
   *
   * @param name its name or an alias
   */
  public IndexStatistics statistics(String name) {
    return IndexStatistics.read(transport.send("GET", index(name)));
  }

  /**
   * Returns the documents of an index that are translations or copies of each other.
   *
   * @param name its name or an alias
   */
  public List<LinkedDocuments> links(String name) {
    List<LinkedDocuments> links = new ArrayList<>();
    transport.lines(index(name) + "/links", line -> links.add(LinkedDocuments.read(line)));
    return List.copyOf(links);
  }

  /**
   * Returns the synonyms, stop words and pinned documents of an index.
   *
   * @param name its name or an alias
   */
  public IndexRules rules(String name) {
    return IndexRules.read(transport.send("GET", rulesOf(name)));
  }

  /**
   * Replaces all synonyms, stop words and pinned documents of an index; the next search uses them.
   *
   * @param name its name or an alias
   */
  public void setRules(String name, IndexRules rules) {
    transport.send("PUT", rulesOf(name), rules.json());
  }

  /** Returns the names of indexes by their aliases. */
  public SortedMap<String, String> aliases() {
    return aliases(transport.send("GET", ALIASES));
  }

  private static SortedMap<String, String> aliases(JsonObject reply) {
    JsonObject aliases = reply.object("aliases");
    SortedMap<String, String> all = new TreeMap<>();
    aliases.keys().forEach(alias -> all.put(alias, aliases.string(alias)));
    return all;
  }

  /** Lets an alias name an index, in place of the one that it named. */
  public void setAlias(String alias, String index) {
    changeAliases(Map.of(alias, Optional.of(index)));
  }

  /** Deletes an alias, but not the index that it names. */
  public void deleteAlias(String alias) {
    changeAliases(Map.of(alias, Optional.empty()));
  }

  /**
   * Changes several aliases at the same moment.
   *
   * @param changes names of indexes by alias; empty to delete it
   * @return all aliases
   */
  public SortedMap<String, String> changeAliases(Map<String, Optional<String>> changes) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    changes.forEach(
        (alias, index) ->
            index.ifPresentOrElse(name -> patch.put(alias, name), () -> patch.putNull(alias)));
    return aliases(transport.sendOnce("PATCH", ALIASES, patch));
  }

  /** Returns the snapshots of an index, which may have been dropped. */
  public List<IndexSnapshot> snapshots(String index) {
    return transport.send("GET", index(index) + "/snapshots").requiredObjects("snapshots").stream()
        .map(IndexSnapshot::read)
        .toList();
  }

  /** Copies an index with all changes that were acknowledged; there must be no such snapshot. */
  public void createSnapshot(String index, String snapshot) {
    transport.sendOnce("PUT", snapshot(index, snapshot));
  }

  /** Deletes a snapshot. */
  public void deleteSnapshot(String index, String snapshot) {
    transport.sendOnce("DELETE", snapshot(index, snapshot));
  }

  /**
   * Makes a new index of a snapshot.
   *
   * @param target the name of the new index, which must not exist
   */
  public void restore(String index, String snapshot, String target) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("index", target);
    transport.sendOnce("POST", snapshot(index, snapshot) + "/restore", body);
  }

  /** Returns the models that encode texts. */
  public List<ModelDescription> models() {
    return transport.send("GET", "/api/models").requiredObjects("models").stream()
        .map(ModelDescription::read)
        .toList();
  }

  /** Loads a model that the server ships or has in its folder; it may be loaded already. */
  public ModelDescription loadModel(String name) {
    return ModelDescription.read(transport.sendOnce("PUT", model(name)));
  }

  /** Unloads a model that no index uses. */
  public void unloadModel(String name) {
    transport.sendOnce("DELETE", model(name));
  }

  private static String index(String name) {
    return "/api/indexes/" + Transport.encoded(name);
  }

  private static String rulesOf(String index) {
    return index(index) + "/rules";
  }

  private static String snapshot(String index, String name) {
    return index(index) + "/snapshots/" + Transport.encoded(name);
  }

  private static String model(String name) {
    return "/api/models/" + Transport.encoded(name);
  }
}
