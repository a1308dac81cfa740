// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

/**
 * Determines which translations of a word are kept in a table. The probabilities of the kept
 * translations are renormalised.
 *
 * @param minProbability minimum probability of a translation, 0 to 1; the most likely translation
 *     of a word is always kept
 * @param maxTranslations maximum number of translations of a word
 */
public record TablePruning(double minProbability, int maxTranslations) {
  /** Keeps at most 50 translations with a probability of at least 0.01. */
  public static final TablePruning DEFAULT = new TablePruning(0.01, 50);

  /** Keeps all translations. */
  public static final TablePruning NONE = new TablePruning(0, Integer.MAX_VALUE);

  public TablePruning {
    if (!(minProbability >= 0 && minProbability <= 1)) {
      throw new IllegalArgumentException(
          "minProbability is " + minProbability + ", expected 0 to 1");
    }
    if (maxTranslations < 1) {
      throw new IllegalArgumentException(
          "maxTranslations is " + maxTranslations + ", expected 1 or more");
    }
  }
}
