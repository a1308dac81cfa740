// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import com.ibm.icu.lang.UScript;
import org.isogloss.core.util.LogOdds;

/**
 * Whether a text is in any language that a model knows, and not a random sequence of letters: naive
 * Bayes on the share of its n-grams of {@value #ORDER} characters that have weights. In Latin
 * letters, a model has weights for nearly all n-grams that are frequent in a language; in other
 * scripts, only for those that distinguish languages.
 */
final class KnownNgrams {
  private static final int ORDER = 4;

  /** The share of n-grams that have weights, in languages: .73 to .93 (38 languages of Tatoeba). */
  private static final double IN_LANGUAGES = 0.8;

  /** The same in random letters. */
  private static final double IN_RANDOM_LETTERS = 0.25;

  /** Factor of the evidence of an n-gram, since overlapping ones are not independent. */
  private static final double SCALE = 0.5;

  /** Prior probability that a text is in none of the languages. */
  private static final double NO_LANGUAGE = 0.02;

  private final LanguageModel model;
  private int known;
  private int unknown;

  private KnownNgrams(LanguageModel model) {
    this.model = model;
  }

  /** Returns the probability that a text is in a language of the model, from 0 to 1. */
  static double probabilityOfLanguage(LanguageModel model, LetterNgrams text, int scriptGroup) {
    if (scriptGroup != UScript.LATIN) {
      return 1;
    }
    KnownNgrams count = new KnownNgrams(model);
    text.forEachOfOrder(ORDER, count::add);
    return LogOdds.toProbability(LogOdds.of(1 - NO_LANGUAGE) + SCALE * count.evidence());
  }

  private void add(long ngram) {
    if (model.knows(ngram)) {
      known++;
    } else {
      unknown++;
    }
  }

  private double evidence() {
    return known * Math.log(IN_LANGUAGES / IN_RANDOM_LETTERS)
        + unknown * Math.log((1 - IN_LANGUAGES) / (1 - IN_RANDOM_LETTERS));
  }
}
