// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import java.util.Random;

class VectorScoresTest extends PairwiseScoresContractTest {
  @Override
  PairwiseScores scores(long seed) {
    Random random = new Random(seed);
    float[][] sentences = vectors(3, random);
    float[][] candidates = vectors(2500, random);
    sentences[1] = new float[8];
    candidates[2] = new float[8];
    return new VectorScores(sentences, candidates);
  }

  private static float[][] vectors(int count, Random random) {
    float[][] vectors = new float[count][8];
    for (float[] vector : vectors) {
      for (int k = 0; k < 8; k++) {
        vector[k] = (float) random.nextGaussian();
      }
    }
    return vectors;
  }
}
