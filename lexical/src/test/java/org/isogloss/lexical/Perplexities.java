package org.isogloss.lexical;

import java.util.List;

/** Listeners that keep what they hear. */
final class Perplexities {
  private Perplexities() {}

  static AlignmentListener forward(List<Double> heard) {
    return new AlignmentListener() {
      @Override
      public void aligned(long pairs, long all) {}

      @Override
      public void iterated(AlignmentModel model, int iteration, double forward, double backward) {
        heard.add(forward);
      }
    };
  }
}
