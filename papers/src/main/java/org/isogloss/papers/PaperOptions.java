// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;

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
