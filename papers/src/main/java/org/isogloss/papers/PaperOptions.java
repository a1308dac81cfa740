package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;

/**
 * What the run of a paper's experiments is asked for.
 *
 * @param base folder of the model that is trained, of the BERT or XLM-R family
 * @param data folder with what the paper trains on and {@code benchmarks}
 * @param work folder in which finished rows and checkpoints are kept
 * @param scale how much of it
 * @param seed decides everything that is left to chance
 * @param threads how many compute
 * @param overrides of the recipe: {@code training.steps=1000}
 * @param keepModels whether trained models stay in {@code work}
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

  /** Options at small scale with seed 1 and all processors. */
  public static Builder builder(Path base, Path data, Path work) {
    return new Builder(base, data, work);
  }

  /** Collects options. */
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
