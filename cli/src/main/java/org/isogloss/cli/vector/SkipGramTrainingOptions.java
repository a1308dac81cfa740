// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.vector;

import org.isogloss.cli.option.CommonOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.lexical.skipgram.SkipGramOptions;
import org.isogloss.options.OptionValidation;
import picocli.CommandLine.Option;

/** Options of skip-gram training. */
final class SkipGramTrainingOptions {
  private static final SkipGramOptions DEFAULTS = SkipGramOptions.defaults();

  @Option(
      names = "--dimension",
      paramLabel = "N",
      description = "Dimension of the vectors (default: ${DEFAULT-VALUE}).")
  private int dimension = DEFAULTS.dimension();

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Number of passes over the text (default: ${DEFAULT-VALUE}).")
  private int epochs = DEFAULTS.epochs();

  @Option(
      names = "--min-count",
      paramLabel = "N",
      description = "Leave out words that occur less often (default: ${DEFAULT-VALUE}).")
  private int minCount = DEFAULTS.minCount();

  @Option(
      names = "--window",
      paramLabel = "N",
      description =
          "Maximum distance of a context word; each occurrence draws its distance from 1 to N"
              + " (default: ${DEFAULT-VALUE}).")
  private int window = DEFAULTS.window();

  @Option(
      names = "--negatives",
      paramLabel = "N",
      description = "Number of negative samples for each context word (default: ${DEFAULT-VALUE}).")
  private int negatives = DEFAULTS.negatives();

  @Option(
      names = "--min-ngram",
      paramLabel = "N",
      description = "Minimum length of n-grams of characters (default: ${DEFAULT-VALUE}).")
  private int minNgram = DEFAULTS.minNgram();

  @Option(
      names = "--max-ngram",
      paramLabel = "N",
      description =
          "Maximum length of n-grams of characters; 0 for words without n-grams (default:"
              + " ${DEFAULT-VALUE}).")
  private int maxNgram = DEFAULTS.maxNgram();

  @Option(
      names = "--buckets",
      paramLabel = "N",
      description = "Number of hash values of n-grams (default: ${DEFAULT-VALUE}).")
  private int buckets = DEFAULTS.buckets();

  @Option(
      names = "--learning-rate",
      paramLabel = "X",
      description = "Initial learning rate, which decreases to 0 (default: ${DEFAULT-VALUE}).")
  private double learningRate = DEFAULTS.learningRate();

  @Option(
      names = "--sampling-threshold",
      paramLabel = "X",
      description =
          "Leave out occurrences of words of a higher relative frequency at random (default:"
              + " ${DEFAULT-VALUE}).")
  private double samplingThreshold = DEFAULTS.samplingThreshold();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of all random choices (default: ${DEFAULT-VALUE}). Only with --threads 1 are the"
              + " vectors the same on every run.")
  private long seed = DEFAULTS.seed();

  /**
   * Returns the options of the library.
   *
   * @throws IsoglossException if a value is out of range
   */
  SkipGramOptions options(CommonOptions common) {
    OptionValidation.requireOneOrMore("--dimension", dimension);
    OptionValidation.requireOneOrMore("--epochs", epochs);
    OptionValidation.requireOneOrMore("--min-count", minCount);
    OptionValidation.requireOneOrMore("--window", window);
    OptionValidation.requireOneOrMore("--negatives", negatives);
    OptionValidation.requireOneOrMore("--min-ngram", minNgram);
    OptionValidation.requireOneOrMore("--buckets", buckets);
    if (maxNgram != 0 && maxNgram < minNgram) {
      throw new IsoglossException(
          "--max-ngram is "
              + maxNgram
              + ", expected --min-ngram ("
              + minNgram
              + ") or more, or 0 for words without n-grams");
    }
    requirePositive("--learning-rate", learningRate);
    requirePositive("--sampling-threshold", samplingThreshold);
    return SkipGramOptions.builder()
        .dimension(dimension)
        .epochs(epochs)
        .minCount(minCount)
        .window(window)
        .negatives(negatives)
        .minNgram(minNgram)
        .maxNgram(maxNgram)
        .buckets(buckets)
        .learningRate(learningRate)
        .samplingThreshold(samplingThreshold)
        .threads(common.threads)
        .seed(seed)
        .build();
  }

  private static void requirePositive(String option, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IsoglossException(option + " is " + value + ", expected more than 0");
    }
  }
}
