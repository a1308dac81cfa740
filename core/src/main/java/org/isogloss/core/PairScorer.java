// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.List;
import java.util.Optional;

/**
 * Scores the relevance of passages for a query by reading both together. Implementations are
 * thread-safe. The score of a passage depends only on the query and the passage, not on the other
 * passages of the list.
 */
public interface PairScorer extends AutoCloseable {
  /**
   * Scores passages.
   *
   * @return {@code float[passages.size()]}, in the order of the passages; higher is more relevant
   */
  float[] score(Query query, List<Passage> passages);

  /**
   * Whether the scores are probabilities between 0 and 1. A caller that adds them to scores of
   * another kind uses their log-odds instead.
   */
  default boolean producesProbabilities() {
    return false;
  }

  /**
   * The conversion of its scores to probabilities that a passage answers the query, as estimated
   * when the model was made; empty if it is not known.
   */
  default Optional<ScoreProbability> probability() {
    return Optional.empty();
  }

  /**
   * Releases the scorer's resources; it cannot be used afterwards. Closing it again has no effect.
   */
  @Override
  void close();
}
