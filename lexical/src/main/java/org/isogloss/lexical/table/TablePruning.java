package org.isogloss.lexical.table;

/**
 * Which translations of a word are kept in a table. The others' probability goes to those kept, in
 * proportion.
 *
 * @param minProbability less likely translations are left out, but for the most likely of a word; 0
 *     to 1
 * @param maxTranslations how many translations of a word are kept at most
 */
public record TablePruning(double minProbability, int maxTranslations) {
  /** From a hundredth up, 50 at most. */
  public static final TablePruning DEFAULT = new TablePruning(0.01, 50);

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
