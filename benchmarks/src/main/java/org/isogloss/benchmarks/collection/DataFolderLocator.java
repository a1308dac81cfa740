// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.collection;

import java.nio.file.Files;
import java.nio.file.Path;

/** Finds data that several benchmarks read. */
public final class DataFolderLocator {
  private DataFolderLocator() {}

  /** Returns a folder in the folder of the benchmarks, or otherwise in its parent. */
  public static Path find(Path data, String name) {
    Path inside = data.resolve(name);
    Path above = data.toAbsolutePath().normalize().resolveSibling(name);
    return Files.isDirectory(inside) ? inside : above;
  }
}
