// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Passage;

/**
 * A passage with the score of a re-ranker.
 *
 * @param index position of the passage in the input, from 0
 * @param passage the passage
 * @param score higher is more relevant; comparable only for the same query and the same re-ranker
 */
public record ScoredPassage(int index, Passage passage, float score) {
  public ScoredPassage {
    requireNonNull(passage, "passage is null");
  }
}
