// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.isogloss.core.json.JsonObject;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.ModelJson;
import org.isogloss.modelio.format.FolderPaths;
import org.isogloss.modelio.format.ModelFormatException;

/** The modules of sentence-transformers that a folder lists in {@code modules.json}. */
public final class SentenceTransformersModules {
  private static final String DENSE = "Dense";
  private static final String POOLING = "Pooling";

  /** Modules that other files of the folder describe, or that this library applies itself. */
  private static final Set<String> KNOWN = Set.of("Transformer", POOLING, "Normalize");

  private SentenceTransformersModules() {}

  /**
   * Finds the folder of the dense layer.
   *
   * @param folder a model folder
   * @return empty if the folder lists no modules, or none of them is a dense layer
   * @throws ModelFormatException if there is a module that this library cannot apply, which would
   *     change the vectors
   */
  public static Optional<Path> findDense(Path folder) {
    Optional<Path> file = FolderPaths.find(folder, SentenceTransformersWriter.MODULES);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Optional<Path> dense = Optional.empty();
    String last = "";
    List<JsonObject> modules = ModelJson.readObjects(file.get());
    for (JsonObject module : modules) {
      String type = module.string("type");
      String name = type.substring(type.lastIndexOf('.') + 1);
      if (name.equals(DENSE) && dense.isEmpty() && !last.equals(POOLING)) {
        throw new ModelFormatException(
            file.get(),
            "has a dense layer after the module "
                + Excerpt.quote(last)
                + ", expected it after the pooling: vectors of another order would be wrong");
      }
      last = name;
      if (name.equals(DENSE) && dense.isEmpty()) {
        String path = module.string("path");
        dense = Optional.of(FolderPaths.resolve(folder, path));
      } else if (!KNOWN.contains(name)) {
        throw new ModelFormatException(
            file.get(),
            "has the module "
                + Excerpt.quote(type)
                + (name.equals(DENSE) ? " twice" : "")
                + ", expected a transformer, a pooling, at most one dense layer and a"
                + " normalisation: vectors without this module would be wrong");
      }
    }
    return dense;
  }
}
