// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Principal component analysis of the rows of a matrix (Pearson 1901). */
final class PrincipalComponents {
  private PrincipalComponents() {}

  /**
   * Projects rows, after subtracting their mean, onto their principal components.
   *
   * @param rows {@code [n, width]}
   * @param dimension number of components, at most {@code width}
   * @return {@code [n, dimension]}, the component of the greatest variance first
   */
  static Tensor project(Tensor rows, long dimension) {
    if (dimension < 1 || dimension > rows.size(1)) {
      throw new IllegalArgumentException(
          "cannot compute "
              + dimension
              + " principal components of rows of "
              + rows.size(1)
              + " numbers");
    }
    Tensor centred = rows.sub(rows.mean(0));
    return centred.matmul(directions(centred, dimension)).contiguous();
  }

  /**
   * Returns the directions of the principal components of rows.
   *
   * @param centred {@code [n, width]}, with mean 0
   * @return {@code [width, dimension]}, orthonormal, the direction of the greatest variance first
   */
  static Tensor directions(Tensor centred, long dimension) {
    Tensor covariance = centred.t().matmul(centred);
    // The eigenvalues are in ascending order.
    Tensor eigenvectors = torch.linalg_eigh(covariance).get1();
    return eigenvectors.narrow(1, centred.size(1) - dimension, dimension).flip(1);
  }

  /**
   * Returns the rotation that best aligns vectors with others: the {@code R} with orthonormal rows
   * or columns that minimises the distance of {@code from R}, after subtracting the mean of {@code
   * from}, to {@code to} (Schönemann 1966).
   *
   * @param from {@code [n, dimension]}
   * @param to {@code [n, width]}, with mean 0
   * @return {@code [dimension, width]}
   */
  static Tensor procrustesRotation(Tensor from, Tensor to) {
    Tensor centred = from.sub(from.mean(0));
    var decomposition = torch.linalg_svd(centred.t().matmul(to));
    long rank = Math.min(centred.size(1), to.size(1));
    return decomposition.get0().narrow(1, 0, rank).matmul(decomposition.get2().narrow(0, 0, rank));
  }
}
