package org.isogloss.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what several benchmarks read. */
final class DataFolders {
  private DataFolders() {}

  /** A folder that lies in the benchmarks' folder, or else beside it. */
  static Path inOrBeside(Path data, String name) {
    Path inside = data.resolve(name);
    Path above = data.toAbsolutePath().normalize().resolveSibling(name);
    return Files.isDirectory(inside) ? inside : above;
  }
}
