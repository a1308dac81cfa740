// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Passage;
import org.isogloss.core.Span;

/**
 * The contribution of a word of a passage to the score of a re-ranker.
 *
 * @param word position of the word in {@link Passage#titledText}
 * @param attribution decrease of the score if the word is removed; negative if the score increases.
 *     For scorers that return probabilities, the decrease of the log-odds
 */
public record WordAttribution(Span word, double attribution) {
  public WordAttribution {
    requireNonNull(word, "word is null");
  }
}
