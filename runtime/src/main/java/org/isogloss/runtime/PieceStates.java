package org.isogloss.runtime;

/**
 * The last layer's vectors of a text's own pieces.
 *
 * @param ids their numbers in the vocabulary
 * @param starts where each starts in the text, in UTF-16 units
 * @param ends where it ends
 * @param vectors one behind the other, {@code [ids.length * hidden]}
 */
record PieceStates(int[] ids, int[] starts, int[] ends, float[] vectors) {
  int size() {
    return ids.length;
  }

  int hidden() {
    return ids.length == 0 ? 0 : vectors.length / ids.length;
  }
}
