// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.nio.FloatBuffer;
import org.isogloss.modelio.weights.TransformerWeights;

/** Builds the products of activations and weights in the layers of a graph. */
sealed interface MatMulBuilder permits Fp32MatMulBuilder, Int8MatMulBuilder, AdaptedMatMulBuilder {
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
   * sizes except for their widths.
   */
  record TokenSelection(String name) {
    /** All tokens of each text: {@code [batch, tokens, width]}. */
    static final TokenSelection ALL_TOKENS = new TokenSelection("all tokens");

    /** The first token of each text: {@code [batch, 1, width]}. */
    static final TokenSelection FIRST_TOKEN = new TokenSelection("first token");
  }

  /**
   * A matrix of the model, or some of its rows.
   *
   * @param name its name in the graph
   * @param tensor the canonical name of the tensor that contains it
   * @param first its first row in the tensor
   * @param out number of outputs
   * @param in number of inputs
   * @param inputsFirst whether it is stored as {@code [in, out]} instead of {@code [out, in]}
   */
  record Matrix(String name, String tensor, int first, int out, int in, boolean inputsFirst) {
    /** A whole tensor. */
    Matrix(String name, int out, int in, boolean inputsFirst) {
      this(name, name, 0, out, in, inputsFirst);
    }

    /** Reads the matrix as {@code [in, out]}, row by row. */
    float[] values(TransformerWeights weights) {
      require(weights);
      float[] stored = new float[Math.multiplyExact(out, in)];
      weights.floats(tensor, (long) first * in, FloatBuffer.wrap(stored));
      return inputsFirst ? stored : transposed(stored, out, in);
    }

    /** Requires that the model has the matrix. */
    void require(TransformerWeights weights) {
      long rows = inputsFirst ? in : out;
      boolean isWhole = name.equals(tensor);
      weights.tensor(
          tensor, isWhole ? rows : weights.tensor(tensor).size(0), inputsFirst ? out : in);
    }
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
  default String multiply(PreparedVectors x, String weight, int out, int in) {
    return multiply(x, new Matrix(weight, out, in, false));
  }

  /** Multiplies vectors by a matrix of the model, from inputs to outputs. */
  String multiply(PreparedVectors x, Matrix matrix);

  /** Returns the transpose of a matrix, row by row. */
  static float[] transposed(float[] matrix, int out, int in) {
    float[] transposed = new float[matrix.length];
    for (int row = 0; row < out; row++) {
      for (int column = 0; column < in; column++) {
        transposed[column * out + row] = matrix[row * in + column];
      }
    }
    return transposed;
  }
}
