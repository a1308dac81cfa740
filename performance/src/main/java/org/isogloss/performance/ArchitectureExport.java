// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance;

import java.nio.file.Path;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;

/** Exports a model in eight bits to a folder that only serves, like {@code model export --int8}. */
public final class ArchitectureExport {
  private ArchitectureExport() {}

  /** Exports the folder that is the first argument to the second one. */
  public static void main(String... args) {
    try (ModelFolder model = ModelFolder.open(args[0])) {
      OnnxExport.writeServingFolder(
          model, Path.of(args[1]), OnnxExportOptions.forPrecision(Precision.INT8));
    }
  }
}
