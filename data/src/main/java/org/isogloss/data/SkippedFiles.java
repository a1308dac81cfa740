package org.isogloss.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Files below a folder that were not read, with reasons. The number is exact, ten are named. */
public final class SkippedFiles {
  private static final int NAMED = 10;

  private final Path folder;
  private final List<String> named = new ArrayList<>();
  private long count;

  /**
   * None yet.
   *
   * @param folder names are relative to it
   */
  SkippedFiles(Path folder) {
    this.folder = folder;
  }

  void add(Path file, String reason) {
    add(file, () -> reason);
  }

  /**
   * Adds a file.
   *
   * @param reason asked only if the file will be named, because it may have to look into the file
   */
  void add(Path file, Supplier<String> reason) {
    count++;
    if (named.size() < NAMED) {
      named.add(folder.relativize(file) + " (" + reason.get() + ")");
    }
  }

  /** Adds the files that were skipped in a folder below this one. */
  void addAll(SkippedFiles other) {
    count += other.count;
    for (String one : other.named) {
      if (named.size() < NAMED) {
        named.add(folder.relativize(other.folder) + "/" + one);
      }
    }
  }

  /** How many files were skipped so far. */
  public long count() {
    return count;
  }

  /** The first ten, such as {@code notes/a.png (is not UTF-8 text)}. */
  public List<String> named() {
    return List.copyOf(named);
  }

  /** The first ten on one line, and how many more there are. */
  public String list() {
    return String.join(", ", named)
        + (count > named.size() ? " and " + (count - named.size()) + " more" : "");
  }
}
