// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.List;

/** The mean of many vectors. */
final class VectorMean {
  private final double[] sum;
  private long count;

  VectorMean(int dimension) {
    sum = new double[dimension];
  }

  /** Returns the mean of the vectors of all tokens of several texts. */
  static float[] of(List<TokenEmbeddings> texts, int dimension) {
    VectorMean mean = new VectorMean(dimension);
    mean.add(texts);
    return mean.mean();
  }

  void add(List<TokenEmbeddings> texts) {
    for (TokenEmbeddings text : texts) {
      float[] vectors = text.vectors();
      for (int i = 0; i < vectors.length; i++) {
        sum[i % sum.length] += vectors[i];
      }
      count += text.size();
    }
  }

  /** Returns the mean; zeros if there are no vectors. */
  float[] mean() {
    float[] mean = new float[sum.length];
    for (int i = 0; i < mean.length && count > 0; i++) {
      mean[i] = (float) (sum[i] / count);
    }
    return mean;
  }
}
