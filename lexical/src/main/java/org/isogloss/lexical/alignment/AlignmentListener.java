// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

/** Receives the progress of training and alignment. */
public interface AlignmentListener {
  /** Ignores all events. */
  AlignmentListener NONE =
      new AlignmentListener() {
        @Override
        public void pairsProcessed(long pairs, long total) {}

        @Override
        public void iterationFinished(
            AlignmentModel model, int iteration, double forward, double backward) {}
      };

  /**
   * Called when an iteration, or the alignment after the last iteration, has processed pairs.
   *
   * @param total total number of pairs
   */
  void pairsProcessed(long pairs, long total);

  /**
   * Called at the end of an iteration.
   *
   * @param iteration number of the iteration of this model, from 1
   * @param forward perplexity of target words given source sentences, before the iteration changed
   *     the model
   * @param backward perplexity of source words given target sentences
   */
  void iterationFinished(AlignmentModel model, int iteration, double forward, double backward);
}
