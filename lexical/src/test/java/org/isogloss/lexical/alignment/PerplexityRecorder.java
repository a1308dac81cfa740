// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.List;

/** Listeners that record perplexities. */
final class PerplexityRecorder {
  private PerplexityRecorder() {}

  static AlignmentListener forward(List<Double> recorded) {
    return new AlignmentListener() {
      @Override
      public void pairsProcessed(long pairs, long total) {}

      @Override
      public void iterationFinished(
          AlignmentModel model, int iteration, double forward, double backward) {
        recorded.add(forward);
      }
    };
  }
}
