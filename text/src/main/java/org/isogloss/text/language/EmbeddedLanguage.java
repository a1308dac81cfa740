// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.language;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Finds the words in a second language in a text: the contiguous words that are so much more
 * probable in another language of the same script than in that of the text that they are no names
 * or loan words.
 */
final class EmbeddedLanguage {
  /** Minimum logarithm of the ratio of the probabilities of the words in both languages. */
  private static final double MIN_EVIDENCE = 7;

  /** The same of the other words, which must be in the language of the text. */
  private static final double MIN_REST_EVIDENCE = 4;

  /** Minimum number of words in each of the languages. */
  private static final int MIN_WORDS = 2;

  private final LanguageModel model;
  private final List<float[]> words = new ArrayList<>();

  /** Computes the logits of the words of a text. */
  EmbeddedLanguage(LanguageModel model, char[] letters) {
    this.model = model;
    if (countWords(letters) < 2 * MIN_WORDS) {
      return;
    }
    int space = 0;
    for (int i = 1; i < letters.length; i++) {
      if (letters[i] == ' ') {
        float[] logits = new float[model.classes().size()];
        LetterNgrams.forEach(letters, space, i + 1, ngram -> model.add(ngram, logits));
        words.add(logits);
        space = i;
      }
    }
  }

  private static int countWords(char[] letters) {
    int spaces = 0;
    for (char letter : letters) {
      spaces += letter == ' ' ? 1 : 0;
    }
    return spaces - 1;
  }

  /** Returns the class of the second language of a text in a class; empty if it has none. */
  OptionalInt find(int textClass) {
    int best = -1;
    double most = MIN_EVIDENCE * LanguageModel.RESOLUTION;
    String code = model.classes().get(textClass).language().code();
    for (int other : model.classesOf(model.classes().get(textClass).scriptGroup())) {
      boolean differs = !model.classes().get(other).language().code().equals(code);
      double evidence = differs ? evidence(textClass, other) : 0;
      if (evidence > most) {
        best = other;
        most = evidence;
      }
    }
    return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  /**
   * Returns the evidence of the words for which it is highest (maximum subarray), 0 if they are too
   * few or the other words are not in the language of the text.
   */
  private double evidence(int textClass, int other) {
    double total = 0;
    double sum = 0;
    int from = 0;
    double most = 0;
    int length = 0;
    for (int i = 0; i < words.size(); i++) {
      double difference = words.get(i)[other] - words.get(i)[textClass];
      total += difference;
      if (sum <= 0) {
        sum = 0;
        from = i;
      }
      sum += difference;
      if (sum > most) {
        most = sum;
        length = i + 1 - from;
      }
    }
    boolean enough = length >= MIN_WORDS && words.size() - length >= MIN_WORDS;
    double rest = most - total;
    return enough && rest >= MIN_REST_EVIDENCE * LanguageModel.RESOLUTION ? most : 0;
  }
}
