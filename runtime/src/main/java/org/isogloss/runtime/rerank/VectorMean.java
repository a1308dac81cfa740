package org.isogloss.runtime.rerank;

import java.util.List;

/** The mean of many vectors. */
final class VectorMean {
  private final double[] sum;
  private long count;

  VectorMean(int dimension) {
    sum = new double[dimension];
  }

  /** Of the vectors of all pieces of some texts. */
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

  /** Zeros where there are no vectors. */
  float[] mean() {
    float[] mean = new float[sum.length];
    for (int i = 0; i < mean.length && count > 0; i++) {
      mean[i] = (float) (sum[i] / count);
    }
    return mean;
  }
}
