// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.translation;

/**
 * How translations are searched for.
 *
 * @param beam number of hypotheses that are continued at each step; 1 always takes the most
 *     probable token
 * @param lengthPenalty exponent alpha of the length penalty of Wu et al. 2016, equation 14: the
 *     log-probability of a translation of n tokens is divided by {@code ((5 + n) / 6)^alpha}; 0 for
 *     none
 * @param noRepeat size of the token n-grams of which a translation has none twice; 0 allows
 *     repetitions
 * @param maxRatio maximum number of tokens of a translation, as a multiple of those of the source,
 *     plus ten; the maximum length of the model is never exceeded
 * @param batch maximum number of sentences that are translated together
 */
public record TranslationOptions(
    int beam, double lengthPenalty, int noRepeat, double maxRatio, int batch) {
  /** Tokens that a translation may have in any case. */
  private static final int FREE_TOKENS = 10;

  private static final int MAX_BEAM = 1024;

  public TranslationOptions {
    requireInRange("beam", beam, 1, MAX_BEAM);
    requireInRange("lengthPenalty", lengthPenalty, 0, 10);
    requireInRange("noRepeat", noRepeat, 0, 100);
    requireInRange("maxRatio", maxRatio, 0, 100);
    requireInRange("batch", batch, 1, 4096);
  }

  private static void requireInRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + ", expected a number from " + min + " to " + max);
    }
  }

  private static void requireInRange(String name, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          name + " is " + value + ", expected a number from " + min + " to " + max);
    }
  }

  /**
   * Returns the default options: beam 4 and length penalty 0.6, as HICTL's paper has them for
   * English to German; repetitions are allowed, and a translation has at most twice the tokens of
   * its source plus ten.
   */
  public static TranslationOptions defaults() {
    return new TranslationOptions(4, 0.6, 0, 2, 16);
  }

  public TranslationOptions withBeam(int beam) {
    return new TranslationOptions(beam, lengthPenalty, noRepeat, maxRatio, batch);
  }

  public TranslationOptions withLengthPenalty(double lengthPenalty) {
    return new TranslationOptions(beam, lengthPenalty, noRepeat, maxRatio, batch);
  }

  public TranslationOptions withNoRepeat(int noRepeat) {
    return new TranslationOptions(beam, lengthPenalty, noRepeat, maxRatio, batch);
  }

  public TranslationOptions withMaxRatio(double maxRatio) {
    return new TranslationOptions(beam, lengthPenalty, noRepeat, maxRatio, batch);
  }

  public TranslationOptions withBatch(int batch) {
    return new TranslationOptions(beam, lengthPenalty, noRepeat, maxRatio, batch);
  }

  /** Returns the score of a translation of {@code tokens} tokens. */
  double score(double logProbability, int tokens) {
    return logProbability / Math.pow((5 + tokens) / 6.0, lengthPenalty);
  }

  /** Returns the maximum number of tokens of the translation of a source. */
  int maxTokens(int sourceTokens, int maxOfModel) {
    return (int) Math.min(maxOfModel, Math.ceil(maxRatio * sourceTokens) + FREE_TOKENS);
  }
}
