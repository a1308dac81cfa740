package org.isogloss.cli.training;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.isogloss.cli.console.Console;
import org.isogloss.engine.TrainableModels;

/**
 * Makes folders of the shipped models that are named where training expects a model folder, and
 * says so.
 *
 * @param folder where they are made, once
 */
public record ShippedModels(Path folder, Console console) implements UnaryOperator<Path> {
  /** The folder of a shipped model if the path is its name and no file is there; else the path. */
  @Override
  public Path apply(Path path) {
    return new TrainableModels(
            folder,
            made -> console.note("Making " + made + " of the model " + path + " that ships"))
        .apply(path);
  }
}
