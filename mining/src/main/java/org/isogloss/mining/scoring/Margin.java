package org.isogloss.mining.scoring;

/**
 * How the cosine of two sentences is set against those of their neighbours, so that a sentence that
 * is near to everything is not taken for a translation of anything (Artetxe and Schwenk,
 * "Margin-based Parallel Corpus Mining with Multilingual Sentence Embeddings", ACL 2019):
 *
 * <pre>score(x, y) = margin(cos(x, y), mean(x, y))
 * mean(x, y)  = sum over z in NN_k(x) of cos(x, z) / 2k + sum over z in NN_k(y) of cos(y, z) / 2k
 * </pre>
 *
 * where NN_k(x) are the k sentences of the other language nearest to x.
 */
public enum Margin {
  /** The cosine alone, which the paper calls absolute: {@code margin(a, b) = a}. */
  COSINE {
    @Override
    public double score(double cosine, double mean) {
      return cosine;
    }
  },
  /** {@code margin(a, b) = a - b}. */
  DISTANCE {
    @Override
    public double score(double cosine, double mean) {
      return cosine - mean;
    }
  },
  /**
   * {@code margin(a, b) = a / b}, the paper's choice. A ratio orders pairs only where the mean is
   * above 0, as it is among more than a handful of sentences; a mean below {@value #MIN_MEAN}
   * counts as that.
   */
  RATIO {
    @Override
    public double score(double cosine, double mean) {
      return cosine / Math.max(mean, MIN_MEAN);
    }
  };

  static final double MIN_MEAN = 1e-3;

  /**
   * Scores a pair.
   *
   * @param cosine of its sentences, -1 to 1
   * @param mean of the cosines between both and their neighbours
   * @return higher for a better pair
   */
  public abstract double score(double cosine, double mean);
}
