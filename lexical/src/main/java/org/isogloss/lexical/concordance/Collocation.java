// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

/**
 * A word that occurs near the words of a concordance.
 *
 * @param word the word in lower case
 * @param count number of times it occurs near them
 * @param frequency number of times it occurs in the corpus
 * @param logDice the association of both (Rychlý 2008, <em>A lexicographer-friendly association
 *     score</em>): 14 plus the binary logarithm of the Dice coefficient, {@code 14 + log2(2 f(x, y)
 *     / (f(x) + f(y)))}; 14 if they occur only together, one less if half as associated, whatever
 *     the size of the corpus
 */
public record Collocation(String word, long count, long frequency, double logDice) {
  public Collocation {
    requireNonNull(word, "word is null");
  }

  static Collocation of(String word, long together, long occurrences, long frequency) {
    double dice = 2.0 * together / (occurrences + frequency);
    return new Collocation(word, together, frequency, 14 + Math.log(dice) / Math.log(2));
  }
}
