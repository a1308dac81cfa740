// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFile;
import org.isogloss.core.util.NameSuggestions;

/** Recipes with comments, from which users begin. */
final class NewRecipe {
  /** The kinds that have one. */
  static final List<String> KINDS = List.of("static", "bi-encoder", "sparse-encoder", "classifier");

  private NewRecipe() {}

  /**
   * Writes the recipe of a kind.
   *
   * @throws IsoglossException if there is none, or the file exists
   */
  static void write(String kind, Path file) {
    if (!KINDS.contains(kind)) {
      throw new IsoglossException(
          "--new "
              + kind
              + ": there is no such recipe"
              + NameSuggestions.nearest(kind, KINDS)
                  .map(nearest -> ": did you mean " + nearest + "?")
                  .orElse(", expected one of " + String.join(", ", KINDS)));
    }
    if (Files.exists(file)) {
      throw new IsoglossException(file + ": already exists: give the name of a new file");
    }
    String name = "new-" + kind + ".yaml";
    try (InputStream in =
        Objects.requireNonNull(NewRecipe.class.getResourceAsStream(name), name + " is missing")) {
      byte[] recipe = in.readAllBytes();
      AtomicFile.write(file, out -> out.write(recipe));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
