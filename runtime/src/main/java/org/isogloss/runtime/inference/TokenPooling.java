// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.nio.FloatBuffer;
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
    float[] sum = new float[hidden];
    int pooled = pooling == Pooling.CLS ? 1 : tokens;
    for (int token = 0; token < pooled; token++) {
      for (int i = 0; i < hidden; i++) {
        sum[i] += vectors.get();
      }
    }
    return L2Normalization.normalize(sum);
  }
}
