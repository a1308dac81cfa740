// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UScript;
import org.isogloss.core.util.LogOdds;

/**
 * Whether a text is in any language that a model knows, and not a random sequence of letters: naive
 * Bayes on the shares of its n-grams of three and four characters that have weights. In Latin
 * letters, a model has weights for nearly all n-grams that are frequent in a language; in other
 * scripts, only for those that distinguish languages.
 */
final class KnownNgrams {
  /** Prior probability that a text is in none of the languages. */
  private static final double NO_LANGUAGE = 0.02;

  private KnownNgrams() {}

  /** Returns the probability that a text is in a language of the model, from 0 to 1. */
  static double probabilityOfLanguage(LanguageModel model, LetterNgrams text, int scriptGroup) {
    if (scriptGroup != UScript.LATIN) {
      return 1;
    }
    // The shares are rather those of languages with few known n-grams, such as Hungarian.
    double trigrams = evidence(model, text, 3, /* inLanguages= */ 0.93, /* inRandomLetters= */ 0.6);
    double longer = evidence(model, text, 4, /* inLanguages= */ 0.65, /* inRandomLetters= */ 0.22);
    return LogOdds.toProbability(LogOdds.of(1 - NO_LANGUAGE) + trigrams + longer);
  }

  /**
   * Returns the logarithm of the ratio of the probabilities of n-grams in languages and in random
   * letters.
   *
   * @param order number of characters of an n-gram
   * @param inLanguages share of n-grams that have weights, in languages
   * @param inRandomLetters the same in random letters
   */
  private static double evidence(
      LanguageModel model,
      LetterNgrams text,
      int order,
      double inLanguages,
      double inRandomLetters) {
    double ifKnown = Math.log(inLanguages / inRandomLetters);
    double ifUnknown = Math.log((1 - inLanguages) / (1 - inRandomLetters));
    double[] sum = new double[1];
    text.forEachOfOrder(order, ngram -> sum[0] += model.knows(ngram) ? ifKnown : ifUnknown);
    return sum[0];
  }
}
