// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.function.IntToDoubleFunction;

/**
 * The vectors of the last layer for the tokens of a text, without special tokens and prefix.
 *
 * @param ids the token ids
 * @param starts start offset of each token in the text, in UTF-16 units
 * @param ends end offset of each token
 * @param vectors the vectors, one after another, {@code [ids.length * hidden]}
 */
record TokenEmbeddings(int[] ids, int[] starts, int[] ends, float[] vectors) {
  int size() {
    return ids.length;
  }

  /** Returns a value for each token, computed from its id. */
  float[] mapIds(IntToDoubleFunction function) {
    float[] results = new float[ids.length];
    for (int i = 0; i < results.length; i++) {
      results[i] = (float) function.applyAsDouble(ids[i]);
    }
    return results;
  }

  int hidden() {
    return ids.length == 0 ? 0 : vectors.length / ids.length;
  }
}
