// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.administration;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.core.util.Excerpt;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.http.RequestException;

/** Gives indexes other names, which can be moved from one index to another. */
public final class AliasAdministration {
  private final Catalog catalog;
  private final Changes changes;

  AliasAdministration(Catalog catalog, Changes changes) {
    this.catalog = catalog;
    this.changes = changes;
  }

  /** The names of indexes by their aliases. */
  public SortedMap<String, String> all() {
    return new TreeMap<>(catalog.aliases());
  }

  /**
   * Changes aliases: all of them at the same moment, or none. A search uses one index from its
   * beginning to its end.
   *
   * @param changed names of indexes by alias; empty to delete it
   * @throws RequestException if a name is not allowed or in use, or there is no such index or alias
   */
  public void set(SortedMap<String, Optional<String>> changed) {
    changes.makeInFolder(
        folder -> {
          SortedMap<String, String> aliases = all();
          changed.forEach((alias, index) -> set(aliases, alias, index));
          folder.setState(folder.state().withAliases(aliases));
          catalog.setAliases(aliases);
        });
  }

  private void set(SortedMap<String, String> aliases, String alias, Optional<String> index) {
    if (index.isEmpty()) {
      if (aliases.remove(alias) == null) {
        throw Changes.notFound("alias", "there is no alias " + Excerpt.quote(alias));
      }
      return;
    }
    Changes.requireAllowed("alias", alias);
    if (catalog.find(alias).isPresent()) {
      throw Changes.conflict(
          "there is an index " + Excerpt.quote(alias) + ": choose another alias");
    }
    catalog.require(index.get());
    aliases.put(alias, index.get());
  }
}
