// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

/**
 * Options of t-SNE. The defaults are those of scikit-learn, except that the gradient is exact for a
 * moderate number of vectors.
 *
 * @param perplexity effective number of neighbours of a vector, from 1; reduced to a third of the
 *     number of other vectors if it is more
 * @param iterations number of iterations, from 1; the first 250 are those of early exaggeration
 * @param exactLimit maximum number of vectors for which the gradient is exact; from 0
 * @param theta accuracy of the approximation for more vectors, from 0 (exact repulsion) to 0.7
 * @param threads number of threads, from 1; the result does not depend on it
 * @param seed seed of the noise of the initial map
 */
public record TsneOptions(
    double perplexity, int iterations, int exactLimit, double theta, int threads, long seed) {
  /** Checks the ranges. */
  public TsneOptions {
    require(perplexity >= 1 && Double.isFinite(perplexity), "perplexity", perplexity, "1 or more");
    require(iterations >= 1, "iterations", iterations, "1 or more");
    require(exactLimit >= 0, "exactLimit", exactLimit, "0 or more");
    require(theta >= 0 && theta <= 0.7, "theta", theta, "0 to 0.7");
    require(threads >= 1, "threads", threads, "1 or more");
  }

  private static void require(boolean valid, String name, Object value, String expected) {
    if (!valid) {
      throw new IllegalArgumentException(name + " is " + value + ", expected " + expected);
    }
  }

  /**
   * Returns the default options: perplexity 30, 1,000 iterations, exact up to 5,000 vectors, theta
   * .5, a thread for each processor, seed 0.
   */
  public static TsneOptions defaults() {
    return builder().build();
  }

  /** Returns a builder with the {@link #defaults default} options. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds options. */
  public static final class Builder {
    private double perplexity = 30;
    private int iterations = 1000;
    private int exactLimit = 5000;
    private double theta = 0.5;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long seed;

    private Builder() {}

    public Builder perplexity(double perplexity) {
      this.perplexity = perplexity;
      return this;
    }

    public Builder iterations(int iterations) {
      this.iterations = iterations;
      return this;
    }

    public Builder exactLimit(int exactLimit) {
      this.exactLimit = exactLimit;
      return this;
    }

    public Builder theta(double theta) {
      this.theta = theta;
      return this;
    }

    public Builder threads(int threads) {
      this.threads = threads;
      return this;
    }

    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    public TsneOptions build() {
      return new TsneOptions(perplexity, iterations, exactLimit, theta, threads, seed);
    }
  }
}
