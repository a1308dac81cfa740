// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.administration;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.util.Cleanup;
import org.isogloss.search.IndexLocations;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.storage.DataFolder;

/**
 * The indexes and models of a server, and their changes while it runs. Each change is on disk as a
 * whole before it is visible, and remains after a restart. Thread-safe.
 */
public final class Administration implements AutoCloseable {
  private final Catalog catalog;
  private final Optional<DataFolder> data;
  private final IndexAdministration indexes;
  private final AliasAdministration aliases;
  private final ModelAdministration models;

  /**
   * Adds the indexes, aliases and models of a folder to a catalog.
   *
   * @param catalog has the indexes and models of the configuration; closed with this object
   * @param data the folder for indexes that clients create; empty to refuse such requests; closed
   *     with this object
   * @param model the model of an index whose own model is no longer where it was
   * @param timeLimit how long a client waits
   */
  public Administration(
      Catalog catalog, Optional<DataFolder> data, Optional<String> model, Duration timeLimit) {
    this.catalog = catalog;
    this.data = data;
    Changes changes = new Changes(data, timeLimit);
    this.models = new ModelAdministration(catalog, data, changes);
    this.indexes = new IndexAdministration(catalog, models, changes, timeLimit);
    this.aliases = new AliasAdministration(catalog, changes);
    data.ifPresent(
        folder -> {
          models.loadAll(folder.state().models());
          for (String name : folder.indexes()) {
            catalog.addIndex(
                name, IndexLocations.of(folder.index(name)), /* create= */ false, model);
          }
          catalog.setAliases(folder.state().aliases());
        });
  }

  /** What clients search. */
  public Catalog catalog() {
    return catalog;
  }

  public IndexAdministration indexes() {
    return indexes;
  }

  public AliasAdministration aliases() {
    return aliases;
  }

  public ModelAdministration models() {
    return models;
  }

  /** Writes the accepted changes of all indexes, and closes everything. */
  @Override
  public void close() {
    List<Runnable> actions = new ArrayList<>();
    actions.add(catalog::close);
    data.ifPresent(folder -> actions.add(folder::close));
    Cleanup.runAll(actions);
  }
}
