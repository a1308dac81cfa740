// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.model;

import java.nio.file.Path;
import java.util.Locale;
import org.isogloss.cli.console.Console;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.ModelSummary;
import picocli.CommandLine.Option;

/** Options of a command that derives a model from another one. */
final class DerivedModelOptions {
  @Option(names = "--name", description = "Name of the model (default: that of the new folder).")
  private String name;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR",
      description = "Write the model to this folder.")
  private Path folder;

  Path folder() {
    return folder;
  }

  String name() {
    return name == null ? folder.toAbsolutePath().normalize().getFileName().toString() : name;
  }

  /** Prints the reduction in size. */
  void printReduction(Console console, ModelFolder larger) {
    ModelSummary before = ModelSummary.of(larger);
    try (ModelFolder written = ModelFolder.open(folder)) {
      ModelSummary after = ModelSummary.of(written);
      console.printRow(
          "parameters",
          Console.formatCount(before.parameters())
              + " -> "
              + Console.formatCount(after.parameters()));
      console.printRow(
          "on disk",
          String.format(
              Locale.ROOT, "%.1f -> %.1f MB", before.sizeOnDisk() / 1e6, after.sizeOnDisk() / 1e6));
    }
    console.note("Wrote " + folder);
  }
}
