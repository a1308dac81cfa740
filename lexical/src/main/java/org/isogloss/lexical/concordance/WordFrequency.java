// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

/**
 * How often a word, or several words in a row (an n-gram), occurs in a corpus.
 *
 * @param words the words in lower case, separated by spaces
 * @param count number of occurrences
 * @param perMillion number of occurrences per million words of the corpus
 */
public record WordFrequency(String words, long count, double perMillion) {
  public WordFrequency {
    requireNonNull(words, "words is null");
  }
}
