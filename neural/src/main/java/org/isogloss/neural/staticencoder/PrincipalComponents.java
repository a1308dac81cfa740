// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Principal component analysis of the rows of a matrix (Pearson 1901). */
final class PrincipalComponents {
  private PrincipalComponents() {}

  /**
   * Projects centred rows to the directions of the largest variance.
   *
   * @param rows {@code [n, width]}
   * @param dimension number of directions, at most {@code width}
   * @return {@code [n, dimension]}, the direction of the largest variance first
   */
  static Tensor project(Tensor rows, long dimension) {
    if (dimension < 1 || dimension > rows.size(1)) {
      throw new IllegalArgumentException(
          dimension + " components of rows of " + rows.size(1) + " numbers");
    }
    Tensor centred = rows.sub(rows.mean(0));
    return centred.matmul(directions(centred, dimension)).contiguous();
  }

  /**
   * Returns the directions of the largest variance.
   *
   * @param centred {@code [n, width]}, of mean 0
   * @return {@code [width, dimension]}, orthonormal, the direction of the largest variance first
   */
  static Tensor directions(Tensor centred, long dimension) {
    Tensor covariance = centred.t().matmul(centred);
    // Eigenvalues are in ascending order.
    Tensor all = torch.linalg_eigh(covariance).get1();
    return all.narrow(1, centred.size(1) - dimension, dimension).flip(1);
  }

  /**
   * Returns the rotation of unit vectors towards others: the orthogonal {@code R} that minimises
   * the difference between the rows of {@code from R} and of {@code to} (Schönemann 1966).
   *
   * @param from {@code [n, dimension]}
   * @param to {@code [n, dimension]}, of mean 0
   * @return {@code [dimension, dimension]}
   */
  static Tensor procrustesRotation(Tensor from, Tensor to) {
    Tensor centred = from.sub(from.mean(0));
    var parts = torch.linalg_svd(centred.t().matmul(to));
    return parts.get0().matmul(parts.get2());
  }
}
