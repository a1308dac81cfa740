// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

/**
 * A word of a passage that matches a word of the query.
 *
 * @param pipelinePart the lexical component of the pipeline that matched the words, such as {@code
 *     psq}
 * @param queryWord surface form of the word in the query
 * @param passageWord first surface form of the word in the passage
 * @param probability weight of one occurrence, above 0 and at most 1: the probability of the query
 *     word given the passage word for {@code psq}, the probability of the passage word given the
 *     query word for {@code psq(form=bm25)}, and 1 for identical terms; for {@code sparse}, the
 *     share of the term in the score of the passage
 * @param frequency number of occurrences in the passage, including inflected forms with the same
 *     term
 */
public record TermMatch(
    String pipelinePart, String queryWord, String passageWord, double probability, int frequency) {
  public TermMatch {
    requireNonNull(pipelinePart, "pipelinePart is null");
    requireNonNull(queryWord, "queryWord is null");
    requireNonNull(passageWord, "passageWord is null");
  }
}
