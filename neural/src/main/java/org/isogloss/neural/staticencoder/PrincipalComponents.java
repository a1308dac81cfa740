package org.isogloss.neural.staticencoder;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Principal component analysis of the rows of a matrix (Pearson 1901). */
final class PrincipalComponents {
  private PrincipalComponents() {}

  /**
   * The rows, their mean taken away, along the directions in which they differ most.
   *
   * @param rows {@code [n, width]}
   * @param dimension how many directions, at most {@code width}
   * @return {@code [n, dimension]}, the direction of the greatest variance first
   */
  static Tensor project(Tensor rows, long dimension) {
    if (dimension < 1 || dimension > rows.size(1)) {
      throw new IllegalArgumentException(
          dimension + " components of rows of " + rows.size(1) + " numbers");
    }
    Tensor centred = rows.sub(rows.mean(0));
    Tensor covariance = centred.t().matmul(centred);
    // Eigenvalues come in ascending order.
    Tensor directions = torch.linalg_eigh(covariance).get1();
    Tensor greatest = directions.narrow(1, rows.size(1) - dimension, dimension).flip(1);
    return centred.matmul(greatest).contiguous();
  }
}
