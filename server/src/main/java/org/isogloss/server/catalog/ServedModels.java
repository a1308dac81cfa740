// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Cleanup;
import org.isogloss.core.util.Excerpt;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.server.http.RequestException;

/** The models of a server that encode texts, by name. Each is opened once. Thread-safe. */
public final class ServedModels implements AutoCloseable {
  private final InferenceOptions inference;

  /** The models that stay open when no index uses them. */
  private final Set<ServedModel> kept = new LinkedHashSet<>();

  private volatile SequencedMap<String, ServedModel> models = new LinkedHashMap<>();

  /**
   * @param inference how each model is run
   */
  ServedModels(InferenceOptions inference) {
    this.inference = inference;
  }

  /**
   * Adds a model, unless it is there, which stays open until it is removed.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or another one has the same name
   */
  public synchronized ServedModel add(String folderOrName) {
    ServedModel model = openFor(Optional.empty(), folderOrName);
    kept.add(model);
    return model;
  }

  /**
   * Opens a model for an index, unless it is there, like {@link ServedModel#openFor}.
   *
   * @param index the index; empty for a new one, or for clients
   */
  synchronized ServedModel openFor(Optional<IndexManifest> index, String folderOrName) {
    String name = lastName(folderOrName);
    ServedModel known = models.get(name);
    if (known == null) {
      known = ServedModel.openFor(index, name, folderOrName, inference);
      SequencedMap<String, ServedModel> more = new LinkedHashMap<>(models);
      more.put(name, known);
      models = more;
    }
    requireSame(known.source(), folderOrName);
    return known;
  }

  /**
   * Removes and closes a model that no index uses: requests that begin later do not find it, and
   * those that use it end first.
   *
   * @param used the models that indexes use
   */
  synchronized void remove(ServedModel model, Set<ServedModel> used) {
    kept.remove(model);
    closeUnused(used);
  }

  /** The models that stay open when no index uses them. */
  synchronized List<ServedModel> kept() {
    return List.copyOf(kept);
  }

  /**
   * Closes the models that no index uses and that were not added by themselves.
   *
   * @param used the models that indexes use
   */
  synchronized void closeUnused(Set<ServedModel> used) {
    SequencedMap<String, ServedModel> rest = new LinkedHashMap<>(models);
    rest.values().retainAll(union(used, kept));
    List<ServedModel> closed = new ArrayList<>(models.values());
    closed.removeAll(rest.values());
    models = rest;
    Cleanup.runAll(closed.stream().<Runnable>map(model -> model::close).toList());
  }

  private static Set<ServedModel> union(Set<ServedModel> some, Set<ServedModel> others) {
    Set<ServedModel> union = new LinkedHashSet<>(some);
    union.addAll(others);
    return union;
  }

  /** All models. */
  public Collection<ServedModel> all() {
    return List.copyOf(models.values());
  }

  /**
   * Returns a model.
   *
   * @param name its name; empty for the first one
   * @throws RequestException if there is no such model
   */
  public ServedModel model(Optional<String> name) {
    SequencedMap<String, ServedModel> now = models;
    return name.isEmpty() && !now.isEmpty()
        ? now.firstEntry().getValue()
        : NamedValues.find("model", "a model", now, name);
  }

  /** Rejects a model whose name is that of another one, which clients would get instead. */
  static void requireSame(String source, String folderOrName) {
    Path known = Path.of(source).toAbsolutePath().normalize();
    if (!known.equals(Path.of(folderOrName).toAbsolutePath().normalize())) {
      throw new IsoglossException(
          "clients would know both "
              + source
              + " and "
              + folderOrName
              + " as "
              + Excerpt.quote(lastName(folderOrName))
              + ": rename one of the folders");
    }
  }

  /** A client names a model by the last name of its folder, because paths are not published. */
  static String lastName(String folderOrName) {
    return Optional.ofNullable(Path.of(folderOrName).getFileName())
        .map(Path::toString)
        .orElse("model");
  }

  @Override
  public synchronized void close() {
    kept.clear();
    closeUnused(Set.of());
  }
}
