// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

/**
 * The cost of t-SNE: the Kullback-Leibler divergence {@code KL(P || Q)} of the joint probabilities
 * {@code Q} of map points from those of the vectors, {@code P} (van der Maaten and Hinton 2008).
 * With {@code w_ij = 1 / (1 + |y_i - y_j|^2)} and {@code Z = sum w_ij}, {@code q_ij = w_ij / Z}.
 */
sealed interface KlDivergence permits ExactKlDivergence, BarnesHutKlDivergence {
  /**
   * Computes the gradient, {@code 4 sum_j (p_ij - q_ij) w_ij (y_i - y_j)} (equation 5).
   *
   * @param x {@code [points]}
   * @param y {@code [points]}
   * @param exaggeration factor of {@code P}
   * @param gradientX receives {@code [points]}
   * @param gradientY receives {@code [points]}
   */
  void gradient(
      double[] x, double[] y, double exaggeration, double[] gradientX, double[] gradientY);

  /** Returns the divergence in nats, without exaggeration. */
  double value(double[] x, double[] y);
}
