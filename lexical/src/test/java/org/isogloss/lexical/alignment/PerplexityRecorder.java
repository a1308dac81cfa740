package org.isogloss.lexical.alignment;

import java.util.List;

/** Listeners that keep what they hear. */
final class PerplexityRecorder {
  private PerplexityRecorder() {}

  static AlignmentListener forward(List<Double> heard) {
    return new AlignmentListener() {
      @Override
      public void pairsProcessed(long pairs, long all) {}

      @Override
      public void iterationFinished(
          AlignmentModel model, int iteration, double forward, double backward) {
        heard.add(forward);
      }
    };
  }
}
