package org.isogloss.benchmarks.collection;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds what several benchmarks read. */
public final class DataFolderLocator {
  private DataFolderLocator() {}

  /** A folder that lies in the benchmarks' folder, or else beside it. */
  public static Path find(Path data, String name) {
    Path inside = data.resolve(name);
    Path above = data.toAbsolutePath().normalize().resolveSibling(name);
    return Files.isDirectory(inside) ? inside : above;
  }
}
