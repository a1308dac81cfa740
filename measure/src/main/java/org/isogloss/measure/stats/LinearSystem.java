// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import java.util.Arrays;

/** Small systems of linear equations, such as the steps of Newton's method. */
public final class LinearSystem {
  private LinearSystem() {}

  /**
   * Solves a system by Gaussian elimination.
   *
   * @param matrix a positive definite matrix of n rows and n columns, so that no pivoting is needed
   * @param right n numbers
   * @return n numbers
   * @throws IllegalArgumentException if the matrix has another shape
   */
  public static double[] solve(double[][] matrix, double[] right) {
    int n = right.length;
    if (matrix.length != n || Arrays.stream(matrix).anyMatch(row -> row.length != n)) {
      throw new IllegalArgumentException(
          "the matrix has not " + n + " rows and columns, the number of right-hand sides");
    }
    double[][] rows = Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
    double[] solution = right.clone();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double factor = rows[j][i] / rows[i][i];
        for (int k = i; k < n; k++) {
          rows[j][k] -= factor * rows[i][k];
        }
        solution[j] -= factor * solution[i];
      }
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int k = i + 1; k < n; k++) {
        solution[i] -= rows[i][k] * solution[k];
      }
      solution[i] /= rows[i][i];
    }
    return solution;
  }
}
