// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import org.apache.lucene.util.VectorUtil;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;

/**
 * Dot products of vectors, which are cosines if the vectors have unit length. A zero vector
 * represents a text without content.
 */
public final class VectorScores implements PairwiseScores {
  /** Number of candidates of a block, whose vectors stay in a cache for several sentences. */
  private static final int BLOCK = 1024;

  private final float[][] sentences;
  private final float[][] candidates;

  /**
   * Creates the scores.
   *
   * @param sentences {@code [n, dimension]}, not copied
   * @param candidates {@code [m, dimension]}, not copied
   */
  public VectorScores(float[][] sentences, float[][] candidates) {
    if (sentences.length > 0
        && candidates.length > 0
        && sentences[0].length != candidates[0].length) {
      throw new IsoglossException(
          "sentences have vectors of "
              + sentences[0].length
              + " dimensions, candidates of "
              + candidates[0].length);
    }
    this.sentences = sentences;
    this.candidates = candidates;
  }

  @Override
  public int sentenceCount() {
    return sentences.length;
  }

  @Override
  public int candidateCount() {
    return candidates.length;
  }

  @Override
  public boolean sentenceHasContent(int sentence) {
    return Encoder.isNonZero(sentences[sentence]);
  }

  @Override
  public boolean candidateHasContent(int candidate) {
    return Encoder.isNonZero(candidates[candidate]);
  }

  @Override
  public float score(int sentence, int candidate) {
    return VectorUtil.dotProduct(sentences[sentence], candidates[candidate]);
  }

  @Override
  public Block block(int first, int threads) {
    int size = Math.min(BLOCK, candidates.length - first);
    return new Block() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public float[] scores(int sentence) {
        float[] scores = new float[size];
        for (int i = 0; i < size; i++) {
          scores[i] = score(sentence, first + i);
        }
        return scores;
      }
    };
  }
}
