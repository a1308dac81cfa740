// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.WorkerPool;
import org.ojalgo.matrix.decomposition.Eigenvalue;
import org.ojalgo.matrix.store.MatrixStore;
import org.ojalgo.matrix.store.R064Store;

/**
 * Principal component analysis (Pearson 1901, Hotelling 1933): the orthogonal directions in which
 * centred vectors have the highest variance, the eigenvectors of their covariance matrix with the
 * largest eigenvalues. The component of largest magnitude of each direction is positive, as in
 * scikit-learn, because eigenvectors have no sign. Immutable and thread-safe.
 *
 * <p>Time is {@code O(n d^2 + d^3)} for {@code n} vectors of dimension {@code d}, memory {@code
 * O(d^2)}. The result does not depend on the number of threads.
 */
public final class PrincipalComponents {
  /** Number of rows of the covariance matrix in a task. */
  private static final int BLOCK = 8;

  private final double[] mean;
  private final double[][] directions;
  private final double[] variances;
  private final double totalVariance;

  private PrincipalComponents(
      double[] mean, double[][] directions, double[] variances, double totalVariance) {
    this.mean = mean;
    this.directions = directions;
    this.variances = variances;
    this.totalVariance = totalVariance;
  }

  /**
   * Computes the first components of vectors.
   *
   * @param vectors {@code [n, d]}, two or more
   * @param count number of components, from 1 to {@code d}
   * @param threads number of threads, 1 or more
   * @throws IsoglossException if there are fewer than two vectors, or if one is not finite
   * @throws IllegalArgumentException if the vectors differ in their dimension, or if {@code count}
   *     is out of range
   */
  public static PrincipalComponents of(float[][] vectors, int count, int threads) {
    VectorValidation.require(vectors, 2, "principal component analysis");
    int dimension = vectors[0].length;
    if (count < 1 || count > dimension) {
      throw new IllegalArgumentException(
          "count is " + count + ", expected 1 to " + dimension + ", the dimension of the vectors");
    }
    double[] mean = mean(vectors);
    R064Store covariance = covariance(vectors, mean, threads);
    Eigenvalue<Double> eigen = Eigenvalue.R064.make(covariance, true);
    if (!eigen.decompose(covariance)) {
      throw new IsoglossException(
          "the eigendecomposition of the covariance matrix does not converge: expected vectors of"
              + " moderate length");
    }
    MatrixStore<Double> values = eigen.getD();
    int[] order =
        IntStream.range(0, dimension)
            .boxed()
            .sorted((a, b) -> Double.compare(values.doubleValue(b, b), values.doubleValue(a, a)))
            .mapToInt(Integer::intValue)
            .limit(count)
            .toArray();
    double[][] directions = new double[count][];
    double[] variances = new double[count];
    for (int i = 0; i < count; i++) {
      directions[i] = direction(eigen.getV(), order[i]);
      variances[i] = Math.max(0, values.doubleValue(order[i], order[i]));
    }
    double total =
        IntStream.range(0, dimension).mapToDouble(i -> covariance.doubleValue(i, i)).sum();
    return new PrincipalComponents(mean, directions, variances, total);
  }

  private static double[] mean(float[][] vectors) {
    double[] mean = new double[vectors[0].length];
    for (float[] vector : vectors) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += vector[j];
      }
    }
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= vectors.length;
    }
    return mean;
  }

  private static R064Store covariance(float[][] vectors, double[] mean, int threads) {
    int dimension = mean.length;
    R064Store covariance = R064Store.FACTORY.make(dimension, dimension);
    try (WorkerPool pool = new WorkerPool("PCA", threads)) {
      pool.forEach(
          (dimension + BLOCK - 1) / BLOCK,
          1,
          block -> {
            int from = block * BLOCK;
            int to = Math.min(from + BLOCK, dimension);
            double[][] sums = new double[to - from][dimension];
            double[] centred = new double[dimension];
            for (float[] vector : vectors) {
              for (int j = from; j < dimension; j++) {
                centred[j] = vector[j] - mean[j];
              }
              for (int row = from; row < to; row++) {
                double[] sum = sums[row - from];
                double factor = centred[row];
                for (int j = from; j < dimension; j++) {
                  sum[j] += factor * centred[j];
                }
              }
            }
            for (int row = from; row < to; row++) {
              for (int j = row; j < dimension; j++) {
                double value = sums[row - from][j] / (vectors.length - 1);
                covariance.set(row, j, value);
                covariance.set(j, row, value);
              }
            }
          });
    }
    return covariance;
  }

  private static double[] direction(MatrixStore<Double> eigenvectors, int column) {
    double[] direction = new double[eigenvectors.getRowDim()];
    double largest = 0;
    for (int j = 0; j < direction.length; j++) {
      direction[j] = eigenvectors.doubleValue(j, column);
      largest = Math.abs(direction[j]) > Math.abs(largest) ? direction[j] : largest;
    }
    for (int j = 0; j < direction.length && largest < 0; j++) {
      direction[j] = -direction[j];
    }
    return direction;
  }

  /** Returns the number of components. */
  public int count() {
    return directions.length;
  }

  /** Returns the variance in the direction of a component. */
  public double variance(int component) {
    return variances[component];
  }

  /**
   * Returns the share of the total variance that a component has, from 0 to 1; 0 if all vectors are
   * the same.
   */
  public double varianceRatio(int component) {
    return totalVariance > 0 ? variances[component] / totalVariance : 0;
  }

  /** Returns the coordinate of a vector on a component. */
  public double coordinate(float[] vector, int component) {
    double[] direction = directions[component];
    double sum = 0;
    for (int j = 0; j < mean.length; j++) {
      sum += (vector[j] - mean[j]) * direction[j];
    }
    return sum;
  }

  /**
   * Returns the vectors in the plane of the first two components. If there is only one, all points
   * have {@code y = 0}.
   */
  public Points points(float[][] vectors) {
    double[] x = new double[vectors.length];
    double[] y = new double[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      x[i] = coordinate(vectors[i], 0);
      y[i] = count() > 1 ? coordinate(vectors[i], 1) : 0;
    }
    return new Points(x, y);
  }
}
