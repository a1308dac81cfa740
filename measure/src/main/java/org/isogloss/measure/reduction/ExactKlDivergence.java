// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;
import org.isogloss.core.concurrent.WorkerPool;

/**
 * The divergence over all pairs of points. Time and memory are {@code O(n^2)}; the probabilities
 * take 4 bytes for each pair.
 */
final class ExactKlDivergence implements KlDivergence {
  /** Number of points of a task; its sums stay in the first-level cache. */
  private static final int BLOCK = 256;

  /** Number of rows of distances of a task. */
  private static final int ROWS = 16;

  private final float[][] probabilities;
  private final double negativeEntropy;
  private final WorkerPool pool;
  private final double[] repulsionX;
  private final double[] repulsionY;
  private final double[] weightSums;

  /**
   * Working memory: {@code w_ij} and factors of differences, for the points {@code j} of a task.
   */
  private final double[] weights;

  private final double[] factors;

  /**
   * Computes the probabilities of vectors.
   *
   * @param perplexity from 1 to the number of vectors less 1
   */
  static ExactKlDivergence of(SquaredDistances distances, double perplexity, WorkerPool pool) {
    int size = distances.size();
    float[][] probabilities = new float[size][size];
    pool.forEach(
        (size + ROWS - 1) / ROWS,
        1,
        block -> {
          int from = block * ROWS;
          float[][] rows = Arrays.copyOfRange(probabilities, from, Math.min(from + ROWS, size));
          distances.compute(from, rows);
          for (int i = 0; i < rows.length; i++) {
            toProbabilities(rows[i], from + i, perplexity);
          }
        });
    pool.forEach(
        size,
        8,
        i -> {
          for (int j = 0; j < i; j++) {
            float joint = (probabilities[i][j] + probabilities[j][i]) / (2f * size);
            probabilities[i][j] = joint;
            probabilities[j][i] = joint;
          }
        });
    return new ExactKlDivergence(probabilities, pool);
  }

  /** Replaces the squared distances of a vector from all others by conditional probabilities. */
  private static void toProbabilities(float[] row, int self, double perplexity) {
    double[] others = new double[row.length - 1];
    for (int j = 0; j < others.length; j++) {
      others[j] = row[j < self ? j : j + 1];
    }
    PerplexitySearch.toProbabilities(others, perplexity);
    for (int j = 0; j < row.length; j++) {
      row[j] = j == self ? 0 : (float) others[j < self ? j : j - 1];
    }
  }

  /**
   * Creates the divergence from joint probabilities.
   *
   * @param probabilities {@code [n, n]}, symmetric, with sum 1 and zeros on the diagonal
   */
  ExactKlDivergence(float[][] probabilities, WorkerPool pool) {
    this.probabilities = probabilities;
    this.pool = pool;
    int size = probabilities.length;
    this.repulsionX = new double[size];
    this.repulsionY = new double[size];
    this.weightSums = new double[size];
    this.weights = new double[size];
    this.factors = new double[size];
    pool.forEach(size, 8, i -> weightSums[i] = negativeEntropy(probabilities[i]));
    this.negativeEntropy = Arrays.stream(weightSums).sum();
  }

  private static double negativeEntropy(float[] row) {
    double sum = 0;
    for (float p : row) {
      sum += p > 0 ? p * Math.log(p) : 0;
    }
    return sum;
  }

  @Override
  public void gradient(
      double[] x, double[] y, double exaggeration, double[] gradientX, double[] gradientY) {
    int size = x.length;
    pool.forEach(
        (size + BLOCK - 1) / BLOCK,
        1,
        block -> {
          int from = block * BLOCK;
          int to = Math.min(from + BLOCK, size);
          for (double[] sums : new double[][] {gradientX, gradientY, repulsionX, repulsionY}) {
            Arrays.fill(sums, from, to, 0);
          }
          Arrays.fill(weightSums, from, to, -1); // w_jj = 1 is no part of Z.
          for (int i = 0; i < size; i++) {
            addForces(i, from, to, x, y, gradientX, gradientY);
          }
        });
    double z = Arrays.stream(weightSums).sum();
    for (int i = 0; i < size; i++) {
      gradientX[i] = 4 * (exaggeration * gradientX[i] - repulsionX[i] / z);
      gradientY[i] = 4 * (exaggeration * gradientY[i] - repulsionY[i] / z);
    }
  }

  /** Adds the forces of a point on others. Loops with one result become vector instructions. */
  private void addForces(
      int i, int from, int to, double[] x, double[] y, double[] attractionX, double[] attractionY) {
    double xi = x[i];
    double yi = y[i];
    float[] p = probabilities[i];
    double[] weight = weights;
    double[] factor = factors;
    for (int j = from; j < to; j++) {
      double dx = x[j] - xi;
      double dy = y[j] - yi;
      weight[j] = 1 / (1 + dx * dx + dy * dy);
    }
    for (int j = from; j < to; j++) {
      weightSums[j] += weight[j];
    }
    for (int j = from; j < to; j++) {
      factor[j] = p[j] * weight[j];
    }
    addProducts(attractionX, factor, x, xi, from, to);
    addProducts(attractionY, factor, y, yi, from, to);
    for (int j = from; j < to; j++) {
      factor[j] = weight[j] * weight[j];
    }
    addProducts(repulsionX, factor, x, xi, from, to);
    addProducts(repulsionY, factor, y, yi, from, to);
  }

  private static void addProducts(
      double[] sums, double[] factors, double[] coordinates, double origin, int from, int to) {
    for (int j = from; j < to; j++) {
      sums[j] += factors[j] * (coordinates[j] - origin);
    }
  }

  @Override
  public double value(double[] x, double[] y) {
    // sum p log(p / q) = sum p log p + sum p log(1 + d^2) + log Z, because sum p = 1.
    double[] attraction = new double[x.length];
    pool.forEach(
        x.length,
        8,
        i -> {
          double weights = 0;
          double logs = 0;
          for (int j = 0; j < x.length; j++) {
            double dx = x[i] - x[j];
            double dy = y[i] - y[j];
            double distance = 1 + dx * dx + dy * dy;
            weights += 1 / distance;
            logs += probabilities[i][j] * Math.log(distance);
          }
          weightSums[i] = weights - 1;
          attraction[i] = logs;
        });
    return negativeEntropy
        + Arrays.stream(attraction).sum()
        + Math.log(Arrays.stream(weightSums).sum());
  }
}
