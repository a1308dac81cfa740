// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.isogloss.core.SparseVector;
import org.isogloss.text.TokenizedText;

/**
 * The vectors of the last layer for the tokens of a text, without special tokens and prefix.
 *
 * @param tokens the tokens; offsets refer to the text
 * @param vectors the vectors, one after another, {@code [tokens.size() * hidden]}
 * @param pooled the vector of the text as the model's encoder returns it, {@code [hidden]}
 * @param weights the weights of the terms of the text; empty if the model computes none, or the
 *     text is read in several windows
 */
record TokenEmbeddings(
    TokenizedText tokens, float[] vectors, float[] pooled, Optional<SparseVector> weights) {
  int size() {
    return tokens.size();
  }

  /** Returns a value for each token, computed from its id. */
  float[] mapIds(IntToDoubleFunction function) {
    float[] results = new float[size()];
    for (int i = 0; i < results.length; i++) {
      results[i] = (float) function.applyAsDouble(tokens.ids()[i]);
    }
    return results;
  }
}
