// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Span;

/**
 * A word of a passage that matches a word of the query, according to vectors: often its
 * translation.
 *
 * @param queryWord surface form of the word in the query
 * @param passageWord position of the word in {@link org.isogloss.core.Passage#titledText}
 * @param similarity cosine of their vectors, from -1 to 1
 */
public record WordMatch(String queryWord, Span passageWord, double similarity) {
  public WordMatch {
    requireNonNull(queryWord, "queryWord is null");
    requireNonNull(passageWord, "passageWord is null");
  }
}
