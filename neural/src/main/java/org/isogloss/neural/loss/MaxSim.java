package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/**
 * Late interaction (Khattab and Zaharia, ColBERT, 2020, equation 3): each piece of a query looks
 * for the most similar one of a passage; the weighted mean over the query's pieces.
 */
public final class MaxSim {
  private MaxSim() {}

  /**
   * Scores every query with every passage, {@code [n, m]}.
   *
   * @param queries unit vectors of pieces, {@code [n, pieces, dimension]}
   * @param weights {@code [n, pieces]}, at least 0, 0 where there is no piece; in each row one
   *     above 0
   * @param passages unit vectors, {@code [m, other pieces, dimension]}
   * @param padding bool {@code [m, other pieces]}, true where there is no piece; in each row one
   *     false
   */
  public static Tensor scores(Tensor queries, Tensor weights, Tensor passages, Tensor padding) {
    long n = queries.size(0);
    long asked = queries.size(1);
    long m = passages.size(0);
    long read = passages.size(1);
    long dimension = queries.size(2);
    Tensor cosines =
        queries
            .reshape(n * asked, dimension)
            .matmul(passages.reshape(m * read, dimension).t())
            .view(n, asked, m, read)
            .masked_fill(padding.view(1, 1, m, read), new Scalar(Float.NEGATIVE_INFINITY));
    Tensor nearest = cosines.amax(new long[] {3}, false);
    Tensor shares = weights.div(weights.sum(1).unsqueeze(1));
    return nearest.mul(shares.unsqueeze(2)).sum(1);
  }
}
