// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * The divergence with attraction between nearest neighbours only, and with repulsion approximated
 * by the algorithm of Barnes and Hut (van der Maaten, "Accelerating t-SNE using tree-based
 * algorithms", JMLR 2014). Time is {@code O(n log n)}, memory {@code O(n)}.
 */
final class BarnesHutKlDivergence implements KlDivergence {
  /** Number of points of a task. */
  private static final int CHUNK = 128;

  private final SparseProbabilities probabilities;
  private final double squaredTheta;
  private final double negativeEntropy;
  private final WorkerPool pool;
  private final QuadTree tree;
  private final double[] repulsionX;
  private final double[] repulsionY;
  private final double[] weightSums;

  /**
   * Creates the divergence.
   *
   * @param theta from 0, exact repulsion, to 0.7
   */
  BarnesHutKlDivergence(SparseProbabilities probabilities, double theta, WorkerPool pool) {
    int size = probabilities.values().length;
    this.probabilities = probabilities;
    this.squaredTheta = theta * theta;
    this.pool = pool;
    this.tree = new QuadTree(size);
    this.repulsionX = new double[size];
    this.repulsionY = new double[size];
    this.weightSums = new double[size];
    double sum = 0;
    for (float[] row : probabilities.values()) {
      for (float p : row) {
        sum += p > 0 ? p * Math.log(p) : 0;
      }
    }
    this.negativeEntropy = sum;
  }

  @Override
  public void gradient(
      double[] x, double[] y, double exaggeration, double[] gradientX, double[] gradientY) {
    double z = repulsion(x, y);
    pool.forEach(
        x.length,
        CHUNK,
        i -> {
          int[] neighbours = probabilities.indices()[i];
          float[] p = probabilities.values()[i];
          double attractionX = 0;
          double attractionY = 0;
          for (int k = 0; k < p.length; k++) {
            double dx = x[i] - x[neighbours[k]];
            double dy = y[i] - y[neighbours[k]];
            double attraction = p[k] / (1 + dx * dx + dy * dy);
            attractionX += attraction * dx;
            attractionY += attraction * dy;
          }
          gradientX[i] = 4 * (exaggeration * attractionX - repulsionX[i] / z);
          gradientY[i] = 4 * (exaggeration * attractionY - repulsionY[i] / z);
        });
  }

  /** Computes the repulsion on all points, and returns Z. */
  private double repulsion(double[] x, double[] y) {
    tree.build(x, y);
    pool.forEach(
        x.length,
        CHUNK,
        place -> tree.repulsion(place, squaredTheta, repulsionX, repulsionY, weightSums));
    return Arrays.stream(weightSums).sum();
  }

  @Override
  public double value(double[] x, double[] y) {
    double z = repulsion(x, y);
    double[] logs = new double[x.length];
    pool.forEach(
        x.length,
        CHUNK,
        i -> {
          int[] neighbours = probabilities.indices()[i];
          float[] p = probabilities.values()[i];
          for (int k = 0; k < p.length; k++) {
            double dx = x[i] - x[neighbours[k]];
            double dy = y[i] - y[neighbours[k]];
            logs[i] += p[k] * Math.log1p(dx * dx + dy * dy);
          }
        });
    return negativeEntropy + Arrays.stream(logs).sum() + Math.log(z);
  }
}
