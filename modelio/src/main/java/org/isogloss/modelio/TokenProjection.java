// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import static java.util.Objects.requireNonNull;

import org.isogloss.modelio.safetensors.WeightValidator;

/**
 * A linear map of the states of tokens to vectors of fewer dimensions, {@code v = P x}, trained for
 * late interaction. The vectors are not normalised.
 */
public final class TokenProjection {
  private final int dimension;
  private final int hidden;

  /** {@code [hidden, dimension]}, so that the inner loop is over consecutive numbers. */
  private final float[] columns;

  /**
   * Creates a projection.
   *
   * @param matrix P, {@code [dimension, hidden]}, row by row
   * @param hidden width of the states
   * @throws IllegalArgumentException if the matrix is no multiple of {@code hidden}, has more rows
   *     than columns, or holds what is not finite
   */
  public TokenProjection(float[] matrix, int hidden) {
    requireNonNull(matrix, "matrix is null");
    if (hidden < 1 || matrix.length == 0 || matrix.length % hidden != 0) {
      throw new IllegalArgumentException(
          "the projection has "
              + matrix.length
              + " numbers, expected a multiple of the width of the states, "
              + hidden);
    }
    this.hidden = hidden;
    this.dimension = matrix.length / hidden;
    if (dimension > hidden) {
      throw new IllegalArgumentException(
          "the projection has " + dimension + " dimensions, expected at most " + hidden);
    }
    columns = new float[matrix.length];
    for (int row = 0; row < dimension; row++) {
      for (int column = 0; column < hidden; column++) {
        float value = matrix[row * hidden + column];
        if (!(Math.abs(value) <= WeightValidator.MAX_MAGNITUDE)) {
          throw new IllegalArgumentException(
              "the projection holds "
                  + value
                  + ", expected numbers from "
                  + -WeightValidator.MAX_MAGNITUDE
                  + " to "
                  + WeightValidator.MAX_MAGNITUDE);
        }
        columns[column * dimension + row] = value;
      }
    }
  }

  /** Returns the number of dimensions of the vectors. */
  public int dimension() {
    return dimension;
  }

  /** Returns the width of the states. */
  public int hidden() {
    return hidden;
  }

  /** Returns P, {@code float[dimension * hidden]}, row by row. */
  public float[] matrix() {
    float[] matrix = new float[columns.length];
    for (int row = 0; row < dimension; row++) {
      for (int column = 0; column < hidden; column++) {
        matrix[row * hidden + column] = columns[column * dimension + row];
      }
    }
    return matrix;
  }

  /**
   * Maps the state of a token.
   *
   * @param from index of the first of its {@code hidden} numbers
   * @param into receives {@code dimension} numbers
   * @param at index of the first one
   */
  public void apply(float[] states, int from, float[] into, int at) {
    float[] sums = new float[dimension];
    for (int column = 0; column < hidden; column++) {
      float value = states[from + column];
      int first = column * dimension;
      for (int row = 0; row < dimension; row++) {
        sums[row] += value * columns[first + row];
      }
    }
    System.arraycopy(sums, 0, into, at, dimension);
  }
}
