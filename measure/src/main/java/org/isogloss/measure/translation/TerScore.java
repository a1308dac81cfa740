// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/**
 * A score of TER.
 *
 * @param value edits for 100 words of the reference, 0 or more; lower is better
 */
public record TerScore(double value) implements TranslationScore {
  /**
   * Computes the score from its statistics.
   *
   * @param statistics the edits multiplied by the number of references, and the sum of the lengths
   *     of the references
   */
  static TerScore of(long[] statistics) {
    if (statistics[1] > 0) {
      return new TerScore(100 * (double) statistics[0] / statistics[1]);
    }
    return new TerScore(statistics[0] > 0 ? 100 : 0);
  }

  @Override
  public String details() {
    return "";
  }
}
