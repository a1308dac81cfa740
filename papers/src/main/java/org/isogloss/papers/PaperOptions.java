// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;

/**
 * Settings of a paper's experiments.
 *
 * @param base folder of the base model, of the BERT or RoBERTa family
 * @param data folder of the training data and {@code benchmarks}
 * @param work folder of finished rows and checkpoints
 * @param scale scale of the experiment
 * @param seed seed of all random choices
 * @param threads number of threads
 * @param overrides overrides of the recipe: {@code training.steps=1000}
 * @param keepModels whether trained models remain in {@code work}
 */
public record PaperOptions(
    Path base,
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

  /** Starts with small scale, seed 1 and all processors. */
  public static Builder builder(Path base, Path data, Path work) {
    return new Builder(base, data, work);
  }

  /** Builds options. */
  public static final class Builder {
    private final Path base;
    private final Path data;
    private final Path work;
    private ExperimentScale scale = ExperimentScale.SMALL;
    private long seed = 1;
    private int threads = Runtime.getRuntime().availableProcessors();
    private List<String> overrides = List.of();
    private boolean keepModels;

    private Builder(Path base, Path data, Path work) {
      this.base = base;
      this.data = data;
      this.work = work;
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
