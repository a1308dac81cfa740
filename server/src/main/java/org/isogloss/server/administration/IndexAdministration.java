// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.administration;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.isogloss.core.util.Excerpt;
import org.isogloss.engine.Models;
import org.isogloss.engine.SearchEngine;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.server.catalog.Catalog;
import org.isogloss.server.catalog.ChangeQueue;
import org.isogloss.server.catalog.IndexSettings;
import org.isogloss.server.catalog.ServedIndex;
import org.isogloss.server.http.RequestException;
import org.isogloss.server.storage.DataFolder;
import org.isogloss.server.storage.ResourceName;

/** Creates, drops, copies and restores indexes. */
public final class IndexAdministration {
  private final Catalog catalog;
  private final ModelAdministration models;
  private final Changes changes;
  private final Duration timeLimit;

  IndexAdministration(
      Catalog catalog, ModelAdministration models, Changes changes, Duration timeLimit) {
    this.catalog = catalog;
    this.models = models;
    this.changes = changes;
    this.timeLimit = timeLimit;
  }

  /**
   * Creates an index without documents.
   *
   * @param settings with names of models as {@link ModelAdministration#load} accepts them
   * @throws RequestException if the name is not allowed or in use, there is no such model, or the
   *     index cannot be written
   */
  public void create(String name, IndexSettings settings) {
    changes.makeInFolder(
        folder -> {
          requireUnused(folder, name);
          boolean opensModel =
              settings.dimension().isEmpty() && !settings.model().equals(Models.NONE);
          IndexSettings resolved =
              opensModel ? settings.withModel(models.source(settings.model())) : settings;
          IndexSettings all =
              settings.sparse().map(this::sparseSource).map(resolved::withSparse).orElse(resolved);
          add(folder, name, work -> catalog.createIndex(work, all));
        });
  }

  private String sparseSource(String name) {
    String source = models.source(name);
    try (ModelFolder model = ModelFolder.open(source)) {
      if (model.sparseHead().isEmpty()) {
        throw RequestException.invalid(
            "sparse",
            "sparse is "
                + Excerpt.quote(name)
                + ", expected a model that computes weights of terms, such as SPLADE or BGE-M3");
      }
    }
    return source;
  }

  /**
   * Deletes an index. Searches that are running end first.
   *
   * @throws RequestException if there is no such index, it has aliases, or it belongs to the
   *     configuration of the server
   */
  public void drop(String name) {
    changes.makeInFolder(
        folder -> {
          ServedIndex index = requireOwn(folder, name);
          List<String> aliases = catalog.aliasesOf(name);
          if (!aliases.isEmpty()) {
            throw Changes.conflict(
                "the index "
                    + Excerpt.quote(name)
                    + " has the alias "
                    + String.join(", ", aliases)
                    + ": delete it, or let it name another index");
          }
          catalog.removeIndex(index);
          try {
            folder.delete(folder.index(name));
          } catch (RuntimeException e) {
            serve(folder, name); // The index is still there.
            throw e;
          }
        });
  }

  /** The names of the snapshots of an index, which may have been dropped. */
  public List<String> snapshots(String index) {
    return ResourceName.findProblem(index).isPresent()
        ? List.of()
        : changes.folder().snapshots(index);
  }

  /** Returns the size of a snapshot in bytes, as if it shared no files with the index. */
  public long snapshotSize(String index, String name) {
    return IndexLocations.of(requireSnapshot(changes.folder(), index, name)).sizeOnDisk();
  }

  /**
   * Copies the last commit of an index, after the changes that were accepted before.
   *
   * @throws RequestException if there is no such index or it is not in a folder, the name is not
   *     allowed, or there is such a snapshot
   */
  public void createSnapshot(String index, String name) {
    Changes.requireAllowed("snapshot", name);
    changes.makeInFolder(
        folder -> {
          ServedIndex copied = catalog.require(index);
          Changes.requireAllowed("index", index);
          Path target = folder.snapshot(index, name);
          if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw Changes.conflict(
                "there is a snapshot " + Excerpt.quote(name) + ": choose another name");
          }
          IndexLocation location = copied.use(SearchEngine::location);
          if (location.folder().isEmpty()) {
            throw RequestException.of(
                RequestException.Reason.INVALID,
                "the index "
                    + Excerpt.quote(index)
                    + " is not in a folder: use the backups of the cluster in which it is");
          }
          // While the server writes no changes, so that files are not replaced meanwhile.
          ChangeQueue.await(
              copied.changes().run(() -> write(folder, target, location::copyCommit), timeLimit),
              timeLimit);
        });
  }

  private static void write(DataFolder folder, Path target, Consumer<Path> content) {
    Changes.reporting(
        () -> {
          folder.create(target, content);
          return true;
        });
  }

  /**
   * Deletes a snapshot.
   *
   * @throws RequestException if there is no such snapshot
   */
  public void dropSnapshot(String index, String name) {
    changes.makeInFolder(folder -> folder.delete(requireSnapshot(folder, index, name)));
  }

  /**
   * Makes an index of a snapshot.
   *
   * @param target the name of the new index
   * @throws RequestException if there is no such snapshot, or the name is not allowed or in use
   */
  public void restore(String index, String snapshot, String target) {
    changes.makeInFolder(
        folder -> {
          IndexLocation source = IndexLocations.of(requireSnapshot(folder, index, snapshot));
          requireUnused(folder, target);
          add(folder, target, source::copyCommit);
        });
  }

  /** Writes an index, and serves it; deletes it if it cannot be served. */
  private void add(DataFolder folder, String name, Consumer<Path> content) {
    folder.create(folder.index(name), content);
    try {
      serve(folder, name);
    } catch (RuntimeException | Error e) {
      folder.delete(folder.index(name));
      throw e;
    }
  }

  private void serve(DataFolder folder, String name) {
    catalog.addIndex(
        name, IndexLocations.of(folder.index(name)), /* create= */ false, Optional.empty());
  }

  /** Checks the name of a new index, also for file systems that ignore case. */
  private void requireUnused(DataFolder folder, String name) {
    Changes.requireAllowed("index", name);
    if (catalog.aliases().containsKey(name)) {
      throw Changes.conflict("there is an alias " + Excerpt.quote(name) + ": choose another name");
    }
    if (catalog.find(name).isPresent()
        || Files.exists(folder.index(name), LinkOption.NOFOLLOW_LINKS)) {
      throw Changes.conflict("there is an index " + Excerpt.quote(name) + ": choose another name");
    }
    folder.indexes().stream()
        .filter(name::equalsIgnoreCase)
        .findFirst()
        .ifPresent(
            other -> {
              throw Changes.conflict(
                  "there is an index "
                      + Excerpt.quote(other)
                      + ", whose name differs only in case: choose another name");
            });
  }

  private ServedIndex requireOwn(DataFolder folder, String name) {
    ServedIndex index = catalog.require(name);
    boolean own =
        ResourceName.findProblem(name).isEmpty()
            && index.folder().equals(Optional.of(folder.index(name)));
    if (!own) {
      throw Changes.conflict(
          "the index "
              + Excerpt.quote(name)
              + " belongs to the configuration of the server: remove it there");
    }
    return index;
  }

  private static Path requireSnapshot(DataFolder folder, String index, String name) {
    if (ResourceName.findProblem(index).isPresent()
        || ResourceName.findProblem(name).isPresent()
        || !folder.snapshots(index).contains(name)) {
      throw Changes.notFound(
          "snapshot",
          "the index " + Excerpt.quote(index) + " has no snapshot " + Excerpt.quote(name));
    }
    return folder.snapshot(index, name);
  }
}
