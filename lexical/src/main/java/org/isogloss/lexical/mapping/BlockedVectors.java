// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import java.util.Arrays;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.lexical.wordvector.WordVectors;

/**
 * Unit vectors in an order in which dot products with a query are computed fast: blocks of {@value
 * #WIDTH} vectors, each transposed, so that the innermost loop runs over adjacent values of
 * different vectors. The compiler vectorises such a loop, but not a sum over the values of one
 * vector, because that would change the order of additions. A block fits into the second-level
 * cache, and several queries are compared with it before the next one.
 *
 * <p>The product of a query and a vector does not depend on the other vectors, to the last bit.
 */
final class BlockedVectors {
  /** Number of vectors of a block. */
  static final int WIDTH = 256;

  /** Number of values of the query in one pass over a block. */
  private static final int UNROLLED = 8;

  private final int size;
  private final int dimension;
  private final int depth;
  private final float[][] blocks;

  /** Takes the vectors of some rows, in the order of {@code rows}, and normalises them. */
  BlockedVectors(WordVectors vectors, int[] rows) {
    size = rows.length;
    dimension = vectors.dimension();
    depth = depth(dimension);
    blocks = new float[(size + WIDTH - 1) / WIDTH][];
    for (int b = 0; b < blocks.length; b++) {
      blocks[b] = new float[depth * WIDTH];
      for (int j = 0; j < Math.min(WIDTH, size - b * WIDTH); j++) {
        float[] unit = query(vectors, rows[b * WIDTH + j]);
        for (int k = 0; k < dimension; k++) {
          blocks[b][k * WIDTH + j] = unit[k];
        }
      }
    }
  }

  private static int depth(int dimension) {
    return (dimension + UNROLLED - 1) / UNROLLED * UNROLLED;
  }

  /** Returns the unit vector of a row with zeros up to the depth of a block. */
  static float[] query(WordVectors vectors, int row) {
    int dimension = vectors.dimension();
    float[] unit = new float[depth(dimension)];
    System.arraycopy(vectors.values(), row * dimension, unit, 0, dimension);
    return UnitVectors.normalize(unit);
  }

  /** Returns the number of vectors. */
  int size() {
    return size;
  }

  /** Returns the number of blocks. */
  int blocks() {
    return blocks.length;
  }

  /**
   * Computes the dot products of a query with the vectors of a block.
   *
   * @param query a vector of {@link #query}
   * @param products receives the products, {@code [WIDTH]}
   */
  void multiply(int block, float[] query, float[] products) {
    Arrays.fill(products, 0);
    float[] values = blocks[block];
    for (int k = 0; k < depth; k += UNROLLED) {
      addProducts(values, k * WIDTH, query, k, products);
    }
  }

  private static void addProducts(
      float[] values, int from, float[] query, int k, float[] products) {
    float q0 = query[k];
    float q1 = query[k + 1];
    float q2 = query[k + 2];
    float q3 = query[k + 3];
    float q4 = query[k + 4];
    float q5 = query[k + 5];
    float q6 = query[k + 6];
    float q7 = query[k + 7];
    for (int j = 0; j < WIDTH; j++) {
      products[j] +=
          q0 * values[from + j]
              + q1 * values[from + j + WIDTH]
              + q2 * values[from + j + 2 * WIDTH]
              + q3 * values[from + j + 3 * WIDTH]
              + q4 * values[from + j + 4 * WIDTH]
              + q5 * values[from + j + 5 * WIDTH]
              + q6 * values[from + j + 6 * WIDTH]
              + q7 * values[from + j + 7 * WIDTH];
    }
  }
}
