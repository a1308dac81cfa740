// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.io.Serializable;
import org.isogloss.core.concurrent.WorkerPool;

/** The parameters of the alignment model of one direction. */
final class DirectionalModel implements Serializable {
  private static final long serialVersionUID = 1;

  private final float nullProbability;
  private TranslationProbabilities rows;
  private JumpDistribution jumps;

  /**
   * Creates a model with the initial distribution of jumps.
   *
   * @param maxSourceLength number of words of the longest source sentence
   */
  DirectionalModel(TranslationProbabilities rows, int maxSourceLength, double nullProbability) {
    this.rows = rows;
    this.nullProbability = (float) nullProbability;
    this.jumps = JumpDistribution.initial(maxSourceLength);
  }

  void fill(EmissionProbabilities emissions, DirectedPairs pairs, int sentence) {
    emissions.fill(rows, pairs.source(), pairs.target(), sentence);
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

  /** The M-step: updates the model from the expected counts of a whole corpus. */
  void maximise(DirectionalCounts counts, double prior, WorkerPool workers) {
    rows = rows.maximised(counts.links(), prior, workers);
    if (counts.jumps()[JumpDistribution.bucket(1)] > 0) {
      jumps = jumps.reestimated(counts.jumps());
    }
  }
}
