package org.isogloss.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Files below a folder that were not read, with reasons. The number is exact, ten are named. */
public final class SkippedFiles {
  private static final int MAX_EXAMPLES = 10;

  private final Path folder;
  private final List<String> examples = new ArrayList<>();
  private long count;

  /**
   * None yet.
   *
   * @param folder names are relative to it
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
   * @param reason asked only if the file will be named, because it may have to look into the file
   */
  public void add(Path file, Supplier<String> reason) {
    count++;
    if (examples.size() < MAX_EXAMPLES) {
      examples.add(folder.relativize(file) + " (" + reason.get() + ")");
    }
  }

  /** Adds the files that were skipped in a folder below this one. */
  public void addAll(SkippedFiles other) {
    count += other.count;
    for (String one : other.examples) {
      if (examples.size() < MAX_EXAMPLES) {
        examples.add(folder.relativize(other.folder) + "/" + one);
      }
    }
  }

  /** How many files were skipped so far. */
  public long count() {
    return count;
  }

  /** The first ten, such as {@code notes/a.png (is not UTF-8 text)}. */
  public List<String> examples() {
    return List.copyOf(examples);
  }

  /** The first ten on one line, and how many more there are. */
  public String summary() {
    return String.join(", ", examples)
        + (count > examples.size() ? " and " + (count - examples.size()) + " more" : "");
  }
}
