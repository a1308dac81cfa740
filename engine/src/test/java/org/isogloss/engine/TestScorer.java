// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;

/** Scores each passage independently of the query. */
final class TestScorer implements PairScorer {
  private final ToDoubleFunction<Passage> score;
  volatile boolean closed;

  TestScorer(ToDoubleFunction<Passage> score) {
    this.score = score;
  }

  /** Gives shorter passages higher scores. */
  static TestScorer shortestFirst() {
    return new TestScorer(passage -> -passage.text().length());
  }

  @Override
  public float[] score(Query query, List<Passage> passages) {
    float[] scores = new float[passages.size()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = (float) score.applyAsDouble(passages.get(i));
    }
    return scores;
  }

  @Override
  public void close() {
    closed = true;
  }
}
