// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

/**
 * Margin functions, which relate the cosine of two sentences to the cosines with their neighbours,
 * so that hubs, which are close to many sentences, are not taken for translations (Artetxe and
 * Schwenk, "Margin-based Parallel Corpus Mining with Multilingual Sentence Embeddings", ACL 2019):
 *
 * <pre>score(x, y) = margin(cos(x, y), mean(x, y))
 * mean(x, y)  = sum over z in NN_k(x) of cos(x, z) / 2k + sum over z in NN_k(y) of cos(y, z) / 2k
 * </pre>
 *
 * where NN_k(x) are the k sentences of the other language nearest to x.
 */
public enum Margin {
  /** The cosine itself, called absolute in the paper: {@code margin(a, b) = a}. */
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
   * {@code margin(a, b) = a / b}, the choice of the paper. A ratio is meaningful only if the mean
   * is positive, which is the case for all but the smallest collections; a mean below {@value
   * #MIN_MEAN} is replaced by that value.
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
   * @param cosine cosine of the two sentences, -1 to 1
   * @param mean mean of the cosines between both sentences and their neighbours
   * @return higher for a better pair
   */
  public abstract double score(double cosine, double mean);
}
