package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Passage;

/**
 * A passage that a re-ranker scored.
 *
 * @param index place of the passage among those that were given, from 0
 * @param passage the passage
 * @param score higher is more relevant; comparable only for one query and one re-ranker
 */
public record ScoredPassage(int index, Passage passage, float score) {
  public ScoredPassage {
    requireNonNull(passage, "passage is null");
  }
}
