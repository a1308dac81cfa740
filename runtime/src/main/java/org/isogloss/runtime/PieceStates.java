package org.isogloss.runtime;

/**
 * The last layer's vectors of a text's own pieces.
 *
 * @param ids their numbers in the vocabulary
 * @param vectors one behind the other, {@code [ids.length * hidden]}
 */
record PieceStates(int[] ids, float[] vectors) {
  int size() {
    return ids.length;
  }

  int hidden() {
    return ids.length == 0 ? 0 : vectors.length / ids.length;
  }
}
