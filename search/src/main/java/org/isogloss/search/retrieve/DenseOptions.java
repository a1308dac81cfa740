package org.isogloss.search.retrieve;

/**
 * How vectors are compared.
 *
 * @param calibrated without the means of their languages
 * @param sentenceWeight what the best sentence of a passage counts beside the passage as a whole,
 *     from 0 to 1
 */
record DenseOptions(boolean calibrated, double sentenceWeight) {
  /** What the best sentence counts where nobody says. */
  static final double DEFAULT_SENTENCE_WEIGHT = 0.5;

  static final DenseOptions PLAIN = new DenseOptions(false, 0);
}
