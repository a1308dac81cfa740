// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.export.OnnxRestore;

/**
 * Replaces the names of shipped models by model folders, which are created on demand: training
 * needs files, and the weights of a transformer instead of its graph.
 *
 * @param folder the parent of the model folders, each of which is created once
 * @param listener receives each folder before it is created
 */
public record TrainableModels(Path folder, Consumer<Path> listener) implements UnaryOperator<Path> {
  public TrainableModels {
    requireNonNull(folder, "folder is null");
    requireNonNull(listener, "listener is null");
  }

  /**
   * Returns the folder of a shipped model if the path is its name and no such file exists;
   * otherwise the path.
   */
  @Override
  public Path apply(Path path) {
    if (Files.exists(path) || path.getNameCount() != 1 || path.isAbsolute()) {
      return path;
    }
    Optional<ModelFolder> shipped = ModelFolder.findShipped(path.toString());
    if (shipped.isEmpty()) {
      return path;
    }
    Path target = folder.resolve(path);
    try (ModelFolder model = shipped.get()) {
      if (!Files.isDirectory(target)) {
        listener.accept(target);
        create(model, target);
      }
    }
    return target;
  }

  private static void create(ModelFolder model, Path folder) {
    switch (model.kind()) {
      case TRANSFORMER -> OnnxRestore.writeForTraining(model, folder);
      case GRAPH -> throw new IllegalStateException(folder + ": no shipped model is a graph alone");
      case STATIC, BICLA -> AtomicFolder.create(folder, empty -> copy(model.path(), empty));
    }
  }

  /** Copies the files of a model without subfolders. */
  private static void copy(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(from)) {
      files = listed.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      Files.copy(file, to.resolve(file.getFileName().toString()));
    }
  }
}
