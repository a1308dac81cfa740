// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files below a folder that were not read, with the reasons. The counts are exact; ten files are
 * listed by name, and a listener receives all.
 */
public final class SkippedFiles {
  private static final int MAX_EXAMPLES = 10;

  /** Maximum number of different kinds that are counted, and that a summary names. */
  private static final int MAX_KINDS = 1_000;

  private static final int MAX_NAMED_KINDS = 10;

  private static final Pattern EXTENSION = Pattern.compile(".+(\\.\\p{Alnum}{1,10})");
  private static final String OTHERS = "others";

  private final Path folder;
  private final Path shown;
  private final List<Example> examples = new ArrayList<>();
  private final Map<String, Long> kinds = new TreeMap<>();
  private Consumer<FormatException> listener = file -> {};
  private boolean listening;
  private long count;

  /**
   * A file that is listed.
   *
   * @param name its path relative to the folder
   */
  private record Example(String name, String reason) {
    @Override
    public String toString() {
      return name + " (" + reason + ")";
    }
  }

  /**
   * Creates an empty collection.
   *
   * @param folder the folder to which the listed names are relative
   */
  public SkippedFiles(Path folder) {
    this(folder, folder);
  }

  /**
   * Creates an empty collection of files that messages show at another place.
   *
   * @param folder the folder to which the listed names are relative
   * @param shown what the listener receives instead of the folder
   */
  public SkippedFiles(Path folder, Path shown) {
    this.folder = folder;
    this.shown = shown;
  }

  /** Sets a listener that receives each file that is added from now on, with the reason. */
  public void onAdded(Consumer<FormatException> listener) {
    this.listener = requireNonNull(listener, "listener is null");
    this.listening = true;
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
    addKind(kind(file), 1);
    if (listening || examples.size() < MAX_EXAMPLES) {
      String problem = reason.get();
      listener.accept(new FormatException(shown.resolve(folder.relativize(file)), 0, problem));
      if (examples.size() < MAX_EXAMPLES) {
        examples.add(new Example(folder.relativize(file).toString(), problem));
      }
    }
  }

  /** Passes a file that was added to another collection to the listener of this one. */
  public void report(FormatException file) {
    listener.accept(file);
  }

  private static String kind(Path file) {
    if (Files.isDirectory(file)) {
      return "folders";
    }
    Matcher name = EXTENSION.matcher(file.getFileName().toString());
    return name.matches() ? name.group(1).toLowerCase(Locale.ROOT) : "without extension";
  }

  private void addKind(String kind, long added) {
    boolean counted = kinds.size() < MAX_KINDS || kinds.containsKey(kind);
    kinds.merge(counted ? kind : OTHERS, added, Long::sum);
  }

  /** Adds the files that were skipped in a subfolder; they are not reported to the listener. */
  public void addAll(SkippedFiles other) {
    count += other.count;
    other.kinds.forEach(this::addKind);
    for (Example one : other.examples) {
      if (examples.size() < MAX_EXAMPLES) {
        examples.add(new Example(folder.relativize(other.shown) + "/" + one.name(), one.reason()));
      }
    }
  }

  /** Number of files skipped so far. */
  public long count() {
    return count;
  }

  /** The first ten files, such as {@code notes/a.png (is not UTF-8 text)}. */
  public List<String> examples() {
    return examples.stream().map(Example::toString).toList();
  }

  /** Whether {@link #summary} names all files. */
  public boolean isSummaryComplete() {
    return count == examples.size();
  }

  /**
   * The files on one line: by name if they are ten or fewer, those with the same reason together,
   * such as {@code a.png, b.png (is binary data)}; otherwise their number by kind, such as {@code
   * 54 .png, 6 .css}.
   */
  public String summary() {
    return isSummaryComplete() ? summaryByReason() : summaryByKind();
  }

  private String summaryByReason() {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (Example example : examples) {
      names.computeIfAbsent(example.reason(), reason -> new ArrayList<>()).add(example.name());
    }
    return names.entrySet().stream()
        .map(entry -> String.join(", ", entry.getValue()) + " (" + entry.getKey() + ")")
        .collect(joining("; "));
  }

  private String summaryByKind() {
    List<Map.Entry<String, Long>> frequent =
        kinds.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_NAMED_KINDS)
            .toList();
    long named = frequent.stream().mapToLong(Map.Entry::getValue).sum();
    return frequent.stream()
            .map(kind -> kind.getValue() + " " + kind.getKey())
            .collect(joining(", "))
        + (named < count ? ", " + (count - named) + " of other kinds" : "");
  }
}
