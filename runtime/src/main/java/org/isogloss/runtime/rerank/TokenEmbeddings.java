package org.isogloss.runtime.rerank;

import java.util.function.IntToDoubleFunction;

/**
 * The last layer's vectors of a text's own pieces.
 *
 * @param ids their numbers in the vocabulary
 * @param starts where each starts in the text, in UTF-16 units
 * @param ends where it ends
 * @param vectors one behind the other, {@code [ids.length * hidden]}
 */
record TokenEmbeddings(int[] ids, int[] starts, int[] ends, float[] vectors) {
  int size() {
    return ids.length;
  }

  /** Something of each piece, by its number. */
  float[] mapIds(IntToDoubleFunction ofPiece) {
    float[] figures = new float[ids.length];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = (float) ofPiece.applyAsDouble(ids[i]);
    }
    return figures;
  }

  int hidden() {
    return ids.length == 0 ? 0 : vectors.length / ids.length;
  }
}
