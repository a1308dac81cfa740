// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.nio.FloatBuffer;
import java.util.Optional;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.dense.DenseLayer;
import org.isogloss.modelio.manifest.Pooling;

/** Combines the token vectors of a text into the vector of the text. */
public final class TokenPooling {
  private TokenPooling() {}

  /**
   * Pools the vectors of all tokens, including special tokens and the prefix.
   *
   * @param vectors the vectors, {@code [tokens, hidden]}, from the buffer's position
   * @param pooling {@link Pooling#CLS} or {@link Pooling#MEAN}
   * @return a vector of unit length, {@code [hidden]}
   */
  public static float[] pool(FloatBuffer vectors, int tokens, int hidden, Pooling pooling) {
    return pool(vectors, tokens, hidden, pooling, Optional.empty());
  }

  /**
   * Pools vectors like {@link #pool(FloatBuffer, int, int, Pooling)}.
   *
   * @param dense the layer after the pooling
   * @return a vector of unit length, of the dimension of the layer's outputs if there is one
   */
  public static float[] pool(
      FloatBuffer vectors, int tokens, int hidden, Pooling pooling, Optional<DenseLayer> dense) {
    float[] sum = new float[hidden];
    int pooled = pooling == Pooling.CLS ? 1 : tokens;
    for (int token = 0; token < pooled; token++) {
      for (int i = 0; i < hidden; i++) {
        sum[i] += vectors.get();
      }
    }
    if (dense.isEmpty()) {
      return UnitVectors.normalize(sum);
    }
    for (int i = 0; i < hidden; i++) {
      sum[i] /= pooled;
    }
    return UnitVectors.normalize(dense.get().apply(sum));
  }
}
