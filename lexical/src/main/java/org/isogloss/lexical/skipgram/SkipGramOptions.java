// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

/**
 * Options of skip-gram training. The defaults are those of fastText, except for the dimension.
 *
 * @param dimension dimension of the vectors; 1 or more
 * @param window maximum distance of a context word; the distance of each occurrence is drawn
 *     uniformly from 1 to this one; 1 or more
 * @param negatives number of negative samples for each pair of word and context; 1 or more
 * @param epochs number of passes over the text; 1 or more
 * @param minCount number of occurrences below which a word is left out of the vocabulary; 1 or more
 * @param minNgram minimum length of an n-gram in characters, with the boundary markers; 1 or more
 * @param maxNgram maximum length of an n-gram; 0 for words without n-grams
 * @param buckets number of hash values that n-grams may have; 1 or more
 * @param learningRate initial learning rate, which decreases linearly to 0; more than 0
 * @param samplingThreshold relative frequency above which occurrences of a word are left out at
 *     random; more than 0; 1 to keep nearly all
 * @param threads number of threads; only one thread gives reproducible vectors
 * @param seed seed of all random numbers
 */
public record SkipGramOptions(
    int dimension,
    int window,
    int negatives,
    int epochs,
    int minCount,
    int minNgram,
    int maxNgram,
    int buckets,
    double learningRate,
    double samplingThreshold,
    int threads,
    long seed) {
  public SkipGramOptions {
    requireOneOrMore("dimension", dimension);
    requireOneOrMore("window", window);
    requireOneOrMore("negatives", negatives);
    requireOneOrMore("epochs", epochs);
    requireOneOrMore("minCount", minCount);
    requireOneOrMore("minNgram", minNgram);
    requireOneOrMore("buckets", buckets);
    requireOneOrMore("threads", threads);
    if (maxNgram != 0 && maxNgram < minNgram) {
      throw new IllegalArgumentException(
          "maxNgram is "
              + maxNgram
              + ", expected minNgram ("
              + minNgram
              + ") or more, or 0 for no n-grams");
    }
    requirePositive("learningRate", learningRate);
    requirePositive("samplingThreshold", samplingThreshold);
  }

  private static void requireOneOrMore(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
  }

  private static void requirePositive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " is " + value + ", expected more than 0");
    }
  }

  /** Returns the default options, with one thread for each processor. */
  public static SkipGramOptions defaults() {
    return builder().build();
  }

  /** Returns a builder with the {@link #defaults default} options. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds options. */
  public static final class Builder {
    private int dimension = 300;
    private int window = 5;
    private int negatives = 5;
    private int epochs = 5;
    private int minCount = 5;
    private int minNgram = 3;
    private int maxNgram = 6;
    private int buckets = 2_000_000;
    private double learningRate = 0.05;
    private double samplingThreshold = 1e-4;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long seed;

    private Builder() {}

    public Builder dimension(int dimension) {
      this.dimension = dimension;
      return this;
    }

    public Builder window(int window) {
      this.window = window;
      return this;
    }

    public Builder negatives(int negatives) {
      this.negatives = negatives;
      return this;
    }

    public Builder epochs(int epochs) {
      this.epochs = epochs;
      return this;
    }

    public Builder minCount(int minCount) {
      this.minCount = minCount;
      return this;
    }

    public Builder minNgram(int minNgram) {
      this.minNgram = minNgram;
      return this;
    }

    public Builder maxNgram(int maxNgram) {
      this.maxNgram = maxNgram;
      return this;
    }

    public Builder buckets(int buckets) {
      this.buckets = buckets;
      return this;
    }

    public Builder learningRate(double learningRate) {
      this.learningRate = learningRate;
      return this;
    }

    public Builder samplingThreshold(double samplingThreshold) {
      this.samplingThreshold = samplingThreshold;
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

    public SkipGramOptions build() {
      return new SkipGramOptions(
          dimension,
          window,
          negatives,
          epochs,
          minCount,
          minNgram,
          maxNgram,
          buckets,
          learningRate,
          samplingThreshold,
          threads,
          seed);
    }
  }
}
