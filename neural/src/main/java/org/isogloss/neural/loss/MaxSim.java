// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Late interaction (Khattab and Zaharia, ColBERT, 2020, equation 3): the similarity of each query
 * token to the most similar token of a passage, averaged over the query tokens with weights.
 */
public final class MaxSim {
  private MaxSim() {}

  /**
   * Scores each query with each passage.
   *
   * @param queries unit vectors of the query tokens, {@code [n, query tokens, dimension]}
   * @param weights {@code [n, query tokens]}, 0 or more, and 0 for padding; at least one in each
   *     row is above 0
   * @param passages unit vectors of the passage tokens, {@code [m, passage tokens, dimension]}
   * @param padding bool {@code [m, passage tokens]}, true for padding; at least one in each row is
   *     false
   * @return scores, {@code [n, m]}
   */
  public static Tensor scores(Tensor queries, Tensor weights, Tensor passages, Tensor padding) {
    long n = queries.size(0);
    long queryTokens = queries.size(1);
    long m = passages.size(0);
    long passageTokens = passages.size(1);
    long dimension = queries.size(2);
    Tensor cosines =
        queries
            .reshape(n * queryTokens, dimension)
            .matmul(passages.reshape(m * passageTokens, dimension).t())
            .view(n, queryTokens, m, passageTokens)
            .masked_fill(padding.view(1, 1, m, passageTokens), new Scalar(Float.NEGATIVE_INFINITY));
    Tensor maxima = cosines.amax(new long[] {3}, false);
    Tensor shares = weights.div(weights.sum(1).unsqueeze(1));
    return maxima.mul(shares.unsqueeze(2)).sum(1);
  }
}
