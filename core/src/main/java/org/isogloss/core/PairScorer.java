package org.isogloss.core;

import java.util.List;

/**
 * Says how relevant passages are for a query, reading both together. Safe for use by many threads
 * at once. A passage's score depends on the query and the passage alone, not on what else is in the
 * list.
 */
public interface PairScorer extends AutoCloseable {
  /**
   * Scores passages.
   *
   * @return {@code float[passages.size()]}, in the order given, higher for more relevant
   */
  float[] score(Query query, List<Passage> passages);

  /**
   * Whether scores are probabilities, from 0 to 1. Who adds them to scores of another kind then
   * takes their log-odds.
   */
  default boolean producesProbabilities() {
    return false;
  }

  /** Releases what the scorer holds; it cannot be used afterwards. Closing twice does nothing. */
  @Override
  void close();
}
