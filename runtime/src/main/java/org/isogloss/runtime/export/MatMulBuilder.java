// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import org.isogloss.modelio.weights.TransformerWeights;

/** Builds the products of activations and weights in the layers of a graph. */
sealed interface MatMulBuilder permits Fp32MatMulBuilder, Int8MatMulBuilder {
  /**
   * Activations that are prepared for products with any number of matrices.
   *
   * @param values the name of the {@code [batch, tokens, width]} values
   * @param scale the name of {@code [batch, tokens, 1]} floats by which the values must be
   *     multiplied; empty if the values are not scaled
   */
  record PreparedVectors(String values, String scale) {}

  /**
   * The tokens whose vectors a tensor holds; all tensors with the same selection have the same
   * batch and token sizes.
   */
  enum TokenSelection {
    /** All tokens of each text: {@code [batch, tokens, width]}. */
    ALL_TOKENS,
    /** The first token of each text: {@code [batch, 1, width]}. */
    FIRST_TOKEN
  }

  /**
   * Vectors to be multiplied.
   *
   * @param name the name of {@code [batch, tokens, width]} floats
   * @param lowerBound a lower bound of the values; negative infinity if none is known
   */
  record Activations(String name, int width, TokenSelection selection, float lowerBound) {
    /** Creates activations without a known bound. */
    static Activations of(String name, int width, TokenSelection selection) {
      return new Activations(name, width, selection, Float.NEGATIVE_INFINITY);
    }
  }

  /** Prepares vectors for any number of products. */
  PreparedVectors prepare(Activations x);

  /**
   * Multiplies vectors by the transpose of a matrix of the model.
   *
   * @param weight the matrix, {@code [out, in]}
   * @return the name of {@code [batch, tokens, out]} floats
   */
  String multiply(PreparedVectors x, String weight, int out, int in);

  /** Returns the transpose of a matrix, row by row. */
  static float[] transposed(TransformerWeights weights, String name, int out, int in) {
    float[] matrix = weights.floats(name, out, in);
    float[] transposed = new float[matrix.length];
    for (int row = 0; row < out; row++) {
      for (int column = 0; column < in; column++) {
        transposed[column * out + row] = matrix[row * in + column];
      }
    }
    return transposed;
  }
}
