package org.isogloss.runtime.export;

import org.isogloss.modelio.weights.TransformerWeights;

/** How the layers of a graph multiply vectors by weights. */
sealed interface MatMulBuilder permits Fp32MatMulBuilder, Int8MatMulBuilder {
  /**
   * Vectors, ready to be multiplied by any number of matrices.
   *
   * @param values the name of {@code [batch, tokens, width]} numbers
   * @param scale the name of {@code [batch, tokens, 1]} floats that they are to be multiplied by;
   *     empty where they are what they are
   */
  record PreparedVectors(String values, String scale) {}

  /** Whose vectors a tensor holds; all tensors of one kind have the same batch and token sizes. */
  enum TokenSelection {
    /** All pieces of each text: {@code [batch, tokens, width]}. */
    ALL_TOKENS,
    /** The first piece of each text: {@code [batch, 1, width]}. */
    FIRST_TOKEN
  }

  /**
   * Vectors that are to be multiplied.
   *
   * @param name of {@code [batch, tokens, width]} floats
   * @param lowerBound a lower bound of the numbers; negative infinity if none is known
   */
  record Activations(String name, int width, TokenSelection selection, float lowerBound) {
    /** Vectors of numbers without a known bound. */
    static Activations of(String name, int width, TokenSelection rows) {
      return new Activations(name, width, rows, Float.NEGATIVE_INFINITY);
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

  /** The transpose of a matrix, row by row. */
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
