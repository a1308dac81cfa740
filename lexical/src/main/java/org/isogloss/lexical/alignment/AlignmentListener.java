package org.isogloss.lexical.alignment;

/** Hears how far training is. */
public interface AlignmentListener {
  /** Hears nothing. */
  AlignmentListener NONE =
      new AlignmentListener() {
        @Override
        public void pairsProcessed(long pairs, long all) {}

        @Override
        public void iterationFinished(
            AlignmentModel model, int iteration, double forward, double backward) {}
      };

  /**
   * An iteration, or the alignment after the last, went through so many pairs.
   *
   * @param total how many it will go through
   */
  void pairsProcessed(long pairs, long total);

  /**
   * An iteration came to its end.
   *
   * @param iteration from 1, of this model
   * @param forward perplexity of target words given source sentences, before the iteration changed
   *     the model
   * @param backward perplexity of source words given target sentences
   */
  void iterationFinished(AlignmentModel model, int iteration, double forward, double backward);
}
