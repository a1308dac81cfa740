// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.data.LanguagePair;
import org.isogloss.neural.torch.ComputeOptions;

/**
 * Settings of a paper's experiments.
 *
 * @param base folder of the base model, of the BERT or RoBERTa family; empty for a paper without
 *     one
 * @param data folder of the training data and {@code benchmarks}
 * @param work folder of finished rows and checkpoints
 * @param scale scale of the experiment
 * @param seed seed of all random choices
 * @param seeds number of seeds, from {@code seed} on, of which figures are the mean
 * @param threads number of threads
 * @param overrides overrides of the recipe: {@code training.steps=1000}
 * @param sizes other values of the scale's sizes, by name: {@code documents=1200}
 * @param precision in which precision trained transformers are measured
 * @param keepModels whether trained models remain in {@code work}
 * @param own values of the paper's own options by name; see {@link Paper#description}
 */
public record PaperOptions(
    Optional<Path> base,
    Path data,
    Path work,
    ExperimentScale scale,
    long seed,
    int seeds,
    int threads,
    List<String> overrides,
    Map<String, String> sizes,
    ScoringPrecision precision,
    boolean keepModels,
    Map<String, String> own) {
  private static final String NONE = "none";
  private static final String COMPUTE = "compute.";
  private static final String WHOLE_COMPUTE = "compute=";
  private static final String DEVICE = COMPUTE + "device=";

  public PaperOptions {
    requireNonNull(base, "base is null");
    requireNonNull(data, "data is null");
    requireNonNull(work, "work is null");
    requireNonNull(scale, "scale is null");
    overrides = List.copyOf(overrides);
    sizes = Map.copyOf(sizes);
    requireNonNull(precision, "precision is null");
    own = Map.copyOf(own);
    requireOneOrMore("threads", threads);
    requireOneOrMore("seeds", seeds);
  }

  private static void requireOneOrMore(String name, int value) {
    if (value < 1) {
      throw new IsoglossException(name + " is " + value + ", expected 1 or more");
    }
  }

  /** Returns the options of one of the seeds, which has a work folder of its own. */
  PaperOptions ofSeed(int number) {
    long one = seed + number;
    return copy(work.resolve("seed-" + one)).seed(one).seeds(1).build();
  }

  /** Returns options of a paper that trains a base model; see {@link #builder(Path, Path)}. */
  public static Builder builder(Path base, Path data, Path work) {
    return builder(data, work).base(base);
  }

  /** Starts without base model, with small scale, seed 1 and all processors. */
  public static Builder builder(Path data, Path work) {
    return new Builder(data, work);
  }

  /** Returns the overrides of device and precision of trainings, which fit every recipe. */
  public List<String> computeOverrides() {
    return overrides.stream().filter(one -> one.startsWith(COMPUTE)).toList();
  }

  /**
   * Returns the device of all trainings, and of scoring: that of the override {@code
   * compute.device}, otherwise {@code cpu}.
   *
   * @throws IsoglossException if it is not {@code cpu}, {@code cuda} or {@code cuda:N}, or {@code
   *     compute} is set as a whole
   */
  public String device() {
    String device =
        overrides.stream()
            .filter(one -> one.startsWith(DEVICE))
            .map(one -> one.substring(DEVICE.length()).strip())
            .reduce("cpu", (first, last) -> last);
    if (overrides.stream().anyMatch(one -> one.strip().startsWith(WHOLE_COMPUTE))) {
      throw new IsoglossException(
          "compute is set as a whole, expected each of its keys, such as compute.device=cuda");
    }
    try {
      return new ComputeOptions(device, false).device();
    } catch (IllegalArgumentException e) {
      throw new IsoglossException(COMPUTE + e.getMessage(), e);
    }
  }

  /**
   * Returns the folder of the base model.
   *
   * @throws IllegalStateException if there is none
   */
  public Path requireBase() {
    return base.orElseThrow(() -> new IllegalStateException("the paper has no base model"));
  }

  /**
   * Returns these options with the default values of those that are not set.
   *
   * @throws PaperOptionException if the paper has no option of a name
   */
  PaperOptions withDefaults(List<PaperOption> options) {
    List<String> known = options.stream().map(PaperOption::name).toList();
    for (String name : own.keySet()) {
      if (!known.contains(name)) {
        throw new PaperOptionException(
            name,
            "is no option of the paper"
                + NameSuggestions.nearest(name, known)
                    .map(nearest -> ": did you mean " + nearest + "?")
                    .orElse(", expected one of " + String.join(", ", known)));
      }
    }
    Builder complete = copy(work);
    options.forEach(option -> complete.own.putIfAbsent(option.name(), option.defaultValue()));
    return complete.build();
  }

  /** Returns a builder with these options except for the work folder. */
  private Builder copy(Path folder) {
    Builder copy = new Builder(data, folder);
    copy.base = base;
    copy.own.putAll(own);
    return copy.scale(scale)
        .seed(seed)
        .seeds(seeds)
        .threads(threads)
        .overrides(overrides)
        .sizes(sizes)
        .precision(precision)
        .keepModels(keepModels);
  }

  /**
   * Returns the value of an option; empty if it is not set and has no default.
   *
   * @throws IllegalArgumentException if the paper has no such option
   */
  public String text(String option) {
    String value = own.get(option);
    if (value == null) {
      throw new IllegalArgumentException("no option " + option + ", expected " + own.keySet());
    }
    return value;
  }

  /** Returns the value of an option that is set or has a default. */
  public Optional<String> find(String option) {
    return Optional.of(text(option)).filter(value -> !value.isEmpty());
  }

  /**
   * Returns the value of an option that is needed.
   *
   * @throws PaperOptionException if it is not set
   */
  public String require(String option) {
    return find(option).orElseThrow(() -> new PaperOptionException(option, "is missing"));
  }

  /**
   * Returns the value of an option that is a file or folder, if it is set.
   *
   * @throws PaperOptionException if it is no valid name
   */
  public Optional<Path> path(String option) {
    try {
      return find(option).map(Path::of);
    } catch (InvalidPathException e) {
      throw new PaperOptionException(option, "is " + FileErrors.describe(e));
    }
  }

  /** Returns whether a flag is set. */
  public boolean has(String flag) {
    return Boolean.parseBoolean(text(flag));
  }

  /** Returns the values of an option that are separated by commas; none if it is not set. */
  public List<String> list(String option) {
    return find(option).map(value -> List.of(value.split(",", -1))).orElse(List.of());
  }

  /**
   * Returns the value of an option that is a number, if it is set.
   *
   * @param minimum smallest valid number
   * @throws PaperOptionException if it is no whole number, or smaller
   */
  public OptionalInt number(String option, int minimum) {
    String value = text(option);
    if (value.isEmpty()) {
      return OptionalInt.empty();
    }
    if (!value.matches("[0-9]{1,9}") || Integer.parseInt(value) < minimum) {
      throw new PaperOptionException(option, "is " + value + ", expected " + minimum + " or more");
    }
    return OptionalInt.of(Integer.parseInt(value));
  }

  /**
   * Returns the value of an option that is a pair of languages, such as {@code de-en} or {@code
   * de,en}.
   *
   * @throws PaperOptionException if it is none
   */
  public LanguagePair languages(String option) {
    return LanguagePair.find(text(option).replace(',', '-'))
        .orElseThrow(
            () ->
                new PaperOptionException(
                    option, "is " + text(option) + ", expected two languages: de-en"));
  }

  /**
   * Returns the constants whose names an option lists; {@code none} alone is the empty set, unless
   * a constant has this name.
   *
   * @param key returns the name of a constant
   * @throws PaperOptionException if a constant has no such name
   */
  public <E extends Enum<E>> Set<E> select(String option, Class<E> type, Function<E, String> key) {
    SequencedMap<String, E> byName = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(key.apply(constant), constant);
    }
    if (text(option).equals(NONE) && !byName.containsKey(NONE)) {
      return Set.of();
    }
    Set<E> selected = EnumSet.noneOf(type);
    for (String name : list(option)) {
      if (!byName.containsKey(name)) {
        throw new PaperOptionException(
            option,
            "is "
                + Excerpt.quote(name)
                + ", expected "
                + String.join(", ", byName.keySet())
                + (byName.containsKey(NONE) ? "" : " or " + NONE));
      }
      selected.add(byName.get(name));
    }
    return selected;
  }

  /**
   * Describes the files of the data.
   *
   * @throws IsoglossException if the folder cannot be listed
   */
  public String describeData() {
    return describeFiles(data);
  }

  /**
   * Describes the files of an option that is a folder, if it is set.
   *
   * @throws IsoglossException if the folder cannot be listed
   */
  public Optional<String> describeFolder(String option) {
    return path(option).map(PaperOptions::describeFiles);
  }

  /**
   * Returns the number of files, their size, and a checksum of their names and sizes. Rows that
   * were measured with other files are not continued.
   */
  private static String describeFiles(Path folder) {
    SortedMap<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(folder.relativize(file).toString(), Files.size(file));
      }
    } catch (IOException | UncheckedIOException e) {
      throw new IsoglossException(folder + ": cannot be listed: " + e.getMessage(), e);
    }
    StringBuilder listing = new StringBuilder();
    sizes.forEach((name, size) -> listing.append(name).append('\t').append(size).append('\n'));
    long bytes = sizes.values().stream().mapToLong(Long::longValue).sum();
    return String.format(
        Locale.ROOT,
        "%d files, %d bytes, names and sizes %s",
        sizes.size(),
        bytes,
        Checksums.sha256(listing.toString()).substring(0, 16));
  }

  /** Builds options. */
  public static final class Builder {
    private final Path data;
    private final Path work;
    private Optional<Path> base = Optional.empty();
    private ExperimentScale scale = ExperimentScale.SMALL;
    private long seed = 1;
    private int seeds = 1;
    private int threads = Runtime.getRuntime().availableProcessors();
    private List<String> overrides = List.of();
    private Map<String, String> sizes = Map.of();
    private ScoringPrecision precision = ScoringPrecision.FP32;
    private boolean keepModels;
    private final Map<String, String> own = new HashMap<>();

    private Builder(Path data, Path work) {
      this.data = data;
      this.work = work;
    }

    public Builder base(Path base) {
      this.base = Optional.of(base);
      return this;
    }

    public Builder scale(ExperimentScale scale) {
      this.scale = scale;
      return this;
    }

    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    public Builder seeds(int seeds) {
      this.seeds = seeds;
      return this;
    }

    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    public Builder overrides(List<String> overrides) {
      this.overrides = overrides;
      return this;
    }

    public Builder sizes(Map<String, String> sizes) {
      this.sizes = sizes;
      return this;
    }

    public Builder precision(ScoringPrecision precision) {
      this.precision = precision;
      return this;
    }

    public Builder keepModels(boolean keepModels) {
      this.keepModels = keepModels;
      return this;
    }

    /** Sets an option of the paper. */
    public Builder set(String option, String value) {
      own.put(option, value);
      return this;
    }

    public PaperOptions build() {
      return new PaperOptions(
          base,
          data,
          work,
          scale,
          seed,
          seeds,
          threads,
          overrides,
          sizes,
          precision,
          keepModels,
          own);
    }
  }
}
