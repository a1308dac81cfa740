// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.architecture;

/**
 * Position embeddings that are added to token embeddings.
 *
 * @param rows rows of the table
 * @param first row of the first token: RoBERTa counts positions from the id after the padding id
 */
public record AbsolutePositions(int rows, int first) {
  /** Maximum number of rows, several times that of the largest published encoder. */
  private static final int MAX_ROWS = 1 << 16;

  public AbsolutePositions {
    Sizes.require("max_position_embeddings", rows, MAX_ROWS);
    if (first < 0 || first >= rows) {
      throw new IllegalArgumentException(
          "positions begin with "
              + first
              + ", which leaves none for a text: max_position_embeddings is "
              + rows);
    }
  }
}
