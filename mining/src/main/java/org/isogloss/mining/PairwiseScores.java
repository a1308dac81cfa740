// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

/**
 * The scores of all pairs of a sentence and a candidate. They are computed for a block of
 * candidates at a time, so that memory does not grow with their product, and what a model computes
 * for a candidate alone is computed once. The score of a pair does not depend on other pairs.
 * Implementations are thread-safe.
 */
public interface PairwiseScores {
  /** Returns the number of sentences. */
  int sentenceCount();

  /** Returns the number of candidates. */
  int candidateCount();

  /**
   * Returns whether a sentence has content. If not, like an empty line, it has no mates.
   *
   * @param sentence index of the sentence, from 0
   */
  boolean sentenceHasContent(int sentence);

  /**
   * Returns whether a candidate has content. If not, it is not a mate of any sentence.
   *
   * @param candidate index of the candidate, from 0
   */
  boolean candidateHasContent(int candidate);

  /**
   * Computes the score of one pair. To score many pairs, use {@link #block}.
   *
   * @return the score, higher is more similar; also if the sentence or the candidate has no content
   */
  float score(int sentence, int candidate);

  /**
   * Prepares a block of consecutive candidates.
   *
   * @param first index of its first candidate, less than {@link #candidateCount}
   * @param threads number of threads that prepare the block, 1 or more
   */
  Block block(int first, int threads);

  /** Consecutive candidates that are ready to be scored. Thread-safe. */
  interface Block {
    /** Returns the number of candidates, 1 or more. */
    int size();

    /**
     * Computes the scores of a sentence with every candidate of the block.
     *
     * @return {@code [size]}, as {@link PairwiseScores#score} returns them
     */
    float[] scores(int sentence);
  }
}
