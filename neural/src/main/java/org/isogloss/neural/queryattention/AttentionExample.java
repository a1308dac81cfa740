// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

/**
 * A query and a sentence, as row indices of a table of word vectors.
 *
 * @param query rows of the words of the query, one or more
 * @param sentence rows of the words of the sentence, one or more
 * @param occurs whether the query occurs in the translation of the sentence
 */
public record AttentionExample(int[] query, int[] sentence, boolean occurs) {
  public AttentionExample {
    if (query.length == 0 || sentence.length == 0) {
      throw new IllegalArgumentException(
          "the query has "
              + query.length
              + " words and the sentence "
              + sentence.length
              + ", expected one or more");
    }
  }
}
