// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.RequestException;

/**
 * The indexes and aliases of a server that a client may use, at one moment. An alias is another
 * name of an index; a client that may use one of both names may use the index by both.
 */
public final class VisibleIndexes {
  private final SequencedMap<String, ServedIndex> indexes;
  private final Map<String, String> aliases;
  private final Grant grant;

  /**
   * @param aliases the names of indexes by their aliases
   */
  VisibleIndexes(
      SequencedMap<String, ServedIndex> indexes, Map<String, String> aliases, Grant grant) {
    this.indexes = indexes;
    this.aliases = aliases;
    this.grant = grant;
  }

  /** All indexes, each once. */
  public Collection<ServedIndex> all() {
    return List.copyOf(visible().values());
  }

  private SequencedMap<String, ServedIndex> visible() {
    SequencedMap<String, ServedIndex> visible = new LinkedHashMap<>();
    indexes.forEach(
        (name, index) -> {
          if (isVisible(name)) {
            visible.put(name, index);
          }
        });
    return visible;
  }

  private boolean isVisible(String index) {
    return grant.includes(index) || aliasesOf(index).stream().anyMatch(grant::includes);
  }

  /** The aliases of an index. */
  public List<String> aliasesOf(String index) {
    return aliases.entrySet().stream()
        .filter(entry -> entry.getValue().equals(index))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /**
   * Returns an index.
   *
   * @param name its name, or an alias; empty for the only one
   * @throws RequestException if there is no such index, or the client may not use it
   */
  public ServedIndex index(Optional<String> name) {
    Optional<String> target = name.map(given -> aliases.getOrDefault(given, given));
    if (target.isPresent() && !grant.includes(name.get()) && !isVisible(target.get())) {
      grant.require(name.get());
    }
    return NamedValues.find("index", "an index", visible(), target);
  }
}
