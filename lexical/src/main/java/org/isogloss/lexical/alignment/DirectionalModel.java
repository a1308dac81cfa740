// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.lexical.SentenceList;

/**
 * The alignment model of one direction: target words as translations of source words. The two
 * directions differ in which side of the bitext is the source.
 */
final class DirectionalModel {
  private final SentenceList source;
  private final SentenceList target;
  private final float nullProbability;
  private TranslationProbabilities rows;
  private JumpDistribution jumps;

  DirectionalModel(
      SentenceList source,
      SentenceList target,
      TranslationProbabilities rows,
      double nullProbability) {
    this.source = source;
    this.target = target;
    this.rows = rows;
    this.nullProbability = (float) nullProbability;
    int maxLength = 0;
    for (int s = 0; s < source.size(); s++) {
      maxLength = Math.max(maxLength, source.length(s));
    }
    this.jumps = JumpDistribution.initial(maxLength);
  }

  void fill(EmissionProbabilities emissions, int sentence) {
    emissions.fill(rows, source, target, sentence);
  }

  TranslationProbabilities rows() {
    return rows;
  }

  JumpDistribution jumps() {
    return jumps;
  }

  float nullProbability() {
    return nullProbability;
  }

  /** Returns whether a pair was skipped. */
  boolean isEmpty(int sentence) {
    return target.length(sentence) == 0;
  }

  int targetWordCount() {
    return target.wordCount();
  }

  /** The M-step: updates the model from the expected counts. */
  void maximise(double[] jumpCounts, double prior, WorkerPool workers) {
    rows = rows.maximised(prior, workers);
    if (jumpCounts[JumpDistribution.bucket(1)] > 0) {
      jumps = jumps.reestimated(jumpCounts);
    }
  }
}
