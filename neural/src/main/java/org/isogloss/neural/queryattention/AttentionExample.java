// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

/**
 * A query and a sentence as rows of a table of word vectors.
 *
 * @param query rows of the query's words, one or more
 * @param sentence rows of the sentence's words, one or more
 * @param occurs whether the query occurs in the translation of the sentence
 */
public record AttentionExample(int[] query, int[] sentence, boolean occurs) {
  public AttentionExample {
    if (query.length == 0 || sentence.length == 0) {
      throw new IllegalArgumentException(
          query.length + " words of a query, " + sentence.length + " of a sentence");
    }
  }
}
