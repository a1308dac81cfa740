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
 * Makes folders of the shipped models that are named where training expects a model folder, since
 * training needs files, and a transformer's weights instead of its graph.
 *
 * @param folder where they are made, once
 * @param listener receives each folder before it is made
 */
public record TrainableModels(Path folder, Consumer<Path> listener) implements UnaryOperator<Path> {
  public TrainableModels {
    requireNonNull(folder, "folder is null");
    requireNonNull(listener, "listener is null");
  }

  /** The folder of a shipped model if the path is its name and no file is there; else the path. */
  @Override
  public Path apply(Path path) {
    if (Files.exists(path) || path.getNameCount() != 1 || path.isAbsolute()) {
      return path;
    }
    Optional<ModelFolder> shipped = ModelFolder.findShipped(path.toString());
    if (shipped.isEmpty()) {
      return path;
    }
    Path made = folder.resolve(path);
    try (ModelFolder model = shipped.get()) {
      if (!Files.isDirectory(made)) {
        listener.accept(made);
        make(model, made);
      }
    }
    return made;
  }

  private static void make(ModelFolder model, Path folder) {
    switch (model.kind()) {
      case TRANSFORMER -> OnnxRestore.write(model, folder);
      case STATIC -> AtomicFolder.create(folder, empty -> copy(model.path(), empty));
    }
  }

  /** Copies the files of a static model, which has no folders. */
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
