// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Checksums;

/**
 * Settings of a paper's experiments.
 *
 * @param base folder of the base model, of the BERT or RoBERTa family; empty for a paper without
 *     one
 * @param data folder of the training data and {@code benchmarks}
 * @param work folder of finished rows and checkpoints
 * @param scale scale of the experiment
 * @param seed seed of all random choices
 * @param threads number of threads
 * @param overrides overrides of the recipe: {@code training.steps=1000}
 * @param keepModels whether trained models remain in {@code work}
 */
public record PaperOptions(
    Optional<Path> base,
    Path data,
    Path work,
    ExperimentScale scale,
    long seed,
    int threads,
    List<String> overrides,
    boolean keepModels) {
  public PaperOptions {
    requireNonNull(base, "base is null");
    requireNonNull(data, "data is null");
    requireNonNull(work, "work is null");
    requireNonNull(scale, "scale is null");
    overrides = List.copyOf(overrides);
    if (threads < 1) {
      throw new IsoglossException("threads is " + threads + ", expected 1 or more");
    }
  }

  /** Returns options of a paper that trains a base model; see {@link #builder(Path, Path)}. */
  public static Builder builder(Path base, Path data, Path work) {
    return builder(data, work).base(base);
  }

  /** Starts without base model, with small scale, seed 1 and all processors. */
  public static Builder builder(Path data, Path work) {
    return new Builder(data, work);
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
   * Describes the files of the data: their number, their size, and a checksum of their names and
   * sizes. Rows that were measured with other data are not continued.
   *
   * @throws IsoglossException if the folder cannot be listed
   */
  public String describeData() {
    SortedMap<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(data, FileVisitOption.FOLLOW_LINKS)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(data.relativize(file).toString(), Files.size(file));
      }
    } catch (IOException | UncheckedIOException e) {
      throw new IsoglossException(data + ": cannot be listed: " + e.getMessage(), e);
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
    private int threads = Runtime.getRuntime().availableProcessors();
    private List<String> overrides = List.of();
    private boolean keepModels;

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

    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    public Builder overrides(List<String> overrides) {
      this.overrides = overrides;
      return this;
    }

    public Builder keepModels(boolean keepModels) {
      this.keepModels = keepModels;
      return this;
    }

    public PaperOptions build() {
      return new PaperOptions(base, data, work, scale, seed, threads, overrides, keepModels);
    }
  }
}
