// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.export.OnnxRestore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss model restore}. */
@Command(
    name = "restore",
    mixinStandardHelpOptions = true,
    description = {
      "Restore the weights of a transformer from its ONNX graph, to train it further.",
      "",
      "Shipped models have a graph and no weights. Exported again in the same formats, they have"
          + " the same weights. A weight in eight bits becomes one of the numbers that"
          + " are rounded to it, at random, so that small changes by a training are not all rounded"
          + " away when the model is exported again."
    })
final class ModelRestoreCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      paramLabel = "MODEL",
      description = "A folder with a graph that Isogloss wrote, or the name of a shipped model.")
  private String model;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Write the model to this folder.")
  private Path to;

  @Option(
      names = "--exact",
      description =
          "Restore the numbers with which the graph computes, for other uses than training.")
  private boolean exact;

  ModelRestoreCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    try (ModelFolder folder = ModelFolder.open(model)) {
      if (exact) {
        OnnxRestore.write(folder, to);
      } else {
        OnnxRestore.writeForTraining(folder, to);
      }
    }
    console.note("Wrote " + to);
    return 0;
  }
}
