// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Files below a folder that were not read, with the reasons. The count is exact; ten files are
 * listed by name.
 */
public final class SkippedFiles {
  private static final int MAX_EXAMPLES = 10;

  private final Path folder;
  private final List<String> examples = new ArrayList<>();
  private long count;

  /**
   * Creates an empty collection.
   *
   * @param folder the folder to which the listed names are relative
   */
  public SkippedFiles(Path folder) {
    this.folder = folder;
  }

  public void add(Path file, String reason) {
    add(file, () -> reason);
  }

  /**
   * Adds a file.
   *
   * @param reason evaluated only if the file is listed, because it may have to read the file
   */
  public void add(Path file, Supplier<String> reason) {
    count++;
    if (examples.size() < MAX_EXAMPLES) {
      examples.add(folder.relativize(file) + " (" + reason.get() + ")");
    }
  }

  /** Adds the files that were skipped in a subfolder. */
  public void addAll(SkippedFiles other) {
    count += other.count;
    for (String one : other.examples) {
      if (examples.size() < MAX_EXAMPLES) {
        examples.add(folder.relativize(other.folder) + "/" + one);
      }
    }
  }

  /** Number of files skipped so far. */
  public long count() {
    return count;
  }

  /** The first ten files, such as {@code notes/a.png (is not UTF-8 text)}. */
  public List<String> examples() {
    return List.copyOf(examples);
  }

  /** The first ten files on one line, and the number of further files. */
  public String summary() {
    return String.join(", ", examples)
        + (count > examples.size() ? " and " + (count - examples.size()) + " more" : "");
  }
}
