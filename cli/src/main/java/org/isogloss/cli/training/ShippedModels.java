// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.isogloss.cli.console.Console;
import org.isogloss.engine.TrainableModels;

/**
 * Restores the weights of shipped models that are named where training expects a model folder, and
 * reports it.
 *
 * @param folder folder in which they are created, once
 */
public record ShippedModels(Path folder, Console console) implements UnaryOperator<Path> {
  /**
   * Returns the folder of a shipped model if the path is its name and no such file exists;
   * otherwise the path.
   */
  @Override
  public Path apply(Path path) {
    return new TrainableModels(
            folder,
            restored -> console.note("Restoring the shipped model " + path + " to " + restored))
        .apply(path);
  }
}
