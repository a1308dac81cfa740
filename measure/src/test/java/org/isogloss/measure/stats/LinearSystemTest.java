// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LinearSystemTest {
  @Test
  void solvesAPositiveDefiniteSystem() {
    double[][] matrix = {{4, 2, 1}, {2, 5, 3}, {1, 3, 6}};
    // The right-hand side of the solution (1, -2, 3).
    assertThat(LinearSystem.solve(matrix, new double[] {3, 1, 13}))
        .containsExactly(new double[] {1, -2, 3}, within(1e-12));
    assertThat(matrix[1]).as("the matrix is not changed").containsExactly(2, 5, 3);
  }

  @Test
  void rejectsAnotherShape() {
    assertThatThrownBy(() -> LinearSystem.solve(new double[][] {{1, 0}}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has not 1 rows and columns");
  }
}
