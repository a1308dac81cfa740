// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.administration;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.catalog.ServedModel;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.storage.DataFolder;
import org.isogloss.server.storage.ResourceName;
import org.isogloss.server.storage.ServerState;

/** Loads and unloads models. */
public final class ModelAdministration {
  private static final System.Logger LOG = System.getLogger(ModelAdministration.class.getName());

  private final Catalog catalog;
  private final Optional<DataFolder> data;
  private final Changes changes;

  ModelAdministration(Catalog catalog, Optional<DataFolder> data, Changes changes) {
    this.catalog = catalog;
    this.data = data;
    this.changes = changes;
  }

  /** Loads models when a server starts, which serves its indexes without those that are gone. */
  void loadAll(List<String> names) {
    for (String name : names) {
      try {
        catalog.models().add(source(name));
      } catch (IsoglossException e) {
        LOG.log(Level.WARNING, "the model {0} is not loaded: {1}", name, e.getMessage());
      }
    }
  }

  /**
   * Loads a model, which stays open until it is unloaded, after a restart too.
   *
   * @param name of a shipped model, or of one in the folder of the server
   * @throws RequestException if there is no such model, or it does not encode texts
   */
  public ServedModel load(String name) {
    return changes.make(
        () -> {
          ServedModel model = add(name);
          data.ifPresent(
              folder -> {
                ServerState state = folder.state();
                List<String> names = new ArrayList<>(state.models());
                names.remove(name);
                names.add(name);
                folder.setState(state.withModels(names));
              });
          return model;
        });
  }

  private ServedModel add(String name) {
    String source = source(name);
    try {
      return catalog.models().add(source);
    } catch (IsoglossException e) {
      throw RequestException.invalid(
          "model",
          "the model "
              + Excerpt.quote(name)
              + " cannot be loaded: "
              + e.getMessage().replace(source, name));
    }
  }

  /**
   * Unloads a model. Requests that use it end first.
   *
   * @throws RequestException if there is no such model, or an index uses it
   */
  public void unload(String name) {
    changes.make(
        () -> {
          ServedModel model = catalog.models().model(Optional.of(name));
          requireUnused(model);
          data.ifPresent(
              folder -> {
                ServerState state = folder.state();
                List<String> names = new ArrayList<>(state.models());
                if (names.remove(name)) {
                  folder.setState(state.withModels(names));
                }
              });
          catalog.removeModel(model);
          return true;
        });
  }

  private void requireUnused(ServedModel model) {
    List<String> users = catalog.usersOf(model).stream().map(ServedIndex::name).toList();
    if (!users.isEmpty()) {
      throw Changes.conflict(
          "the model "
              + Excerpt.quote(model.name())
              + " is that of the index "
              + String.join(", ", users)
              + ", which needs it");
    }
  }

  /**
   * Returns what to open for the name of a model: one that is loaded, one in the folder of the
   * server, or a shipped one. Clients cannot name other folders.
   *
   * @throws RequestException if there is none
   */
  String source(String name) {
    return catalog.models().all().stream()
        .filter(model -> model.name().equals(name))
        .map(ServedModel::source)
        .findFirst()
        .or(() -> ResourceName.findProblem(name).isPresent() ? Optional.empty() : stored(name))
        .orElseThrow(
            () ->
                Changes.notFound(
                    "model",
                    "there is no model "
                        + Excerpt.quote(name)
                        + ": name one that is loaded, one of the folder models of the server, or a"
                        + " shipped one such as tiny"));
  }

  private Optional<String> stored(String name) {
    Optional<String> folder = data.flatMap(all -> all.model(name)).map(Path::toString);
    if (folder.isPresent()) {
      return folder;
    }
    Optional<ModelFolder> shipped = ModelFolder.findShipped(name);
    shipped.ifPresent(ModelFolder::close);
    return shipped.map(model -> name);
  }
}
