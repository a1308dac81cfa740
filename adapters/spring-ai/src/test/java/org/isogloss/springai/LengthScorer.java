// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.springai;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;

/**
 * Scores a passage by the number of its characters with the title, without the query.
 *
 * @param probability how the scores become probabilities
 */
record LengthScorer(Optional<ScoreProbability> probability) implements PairScorer {
  /** Without probabilities. */
  LengthScorer() {
    this(Optional.empty());
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    float[] scores = new float[passages.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = passages.get(i).titledText().replace(query.text(), "").length();
    }
    return scores;
  }

  @Override
  public void close() {}
}
