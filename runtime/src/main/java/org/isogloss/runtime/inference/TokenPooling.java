// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import java.nio.FloatBuffer;
import java.util.List;
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
   * @param pooling any but {@link Pooling#NONE}
   * @return a vector of unit length, {@code [hidden]}
   */
  public static float[] pool(FloatBuffer vectors, int tokens, int hidden, Pooling pooling) {
    return pool(vectors, tokens, hidden, pooling, List.of());
  }

  /**
   * Pools vectors like {@link #pool(FloatBuffer, int, int, Pooling)}.
   *
   * @param dense the layers after the pooling
   * @return a vector of unit length, of the dimension of the last layer's outputs if there is one
   */
  public static float[] pool(
      FloatBuffer vectors, int tokens, int hidden, Pooling pooling, List<DenseLayer> dense) {
    float[] pooled = new float[hidden];
    float total = 0;
    for (int token = 0; token < tokens; token++) {
      float weight = weight(pooling, token, tokens);
      total += weight;
      for (int i = 0; i < hidden; i++) {
        float value = vectors.get();
        if (pooling != Pooling.MAX) {
          pooled[i] += weight * value;
        } else if (token == 0 || value > pooled[i]) {
          pooled[i] = value;
        }
      }
    }
    return finish(pooled, pooling == Pooling.MAX ? 1 : total, dense);
  }

  /**
   * Computes the vector of a text from a sum of vectors.
   *
   * @param sum the sum, {@code [hidden]}, which is overwritten
   * @param total the sum of the weights of the vectors
   * @param dense the layers after the pooling
   * @return a vector of unit length, of the dimension of the last layer's outputs if there is one
   */
  public static float[] finish(float[] sum, float total, List<DenseLayer> dense) {
    if (dense.isEmpty()) {
      return UnitVectors.normalize(sum);
    }
    float[] vector = sum;
    for (int i = 0; i < vector.length; i++) {
      vector[i] /= total;
    }
    for (DenseLayer layer : dense) {
      vector = layer.apply(vector);
    }
    return UnitVectors.normalize(vector);
  }

  private static float weight(Pooling pooling, int token, int tokens) {
    return switch (pooling) {
      case MEAN -> 1;
      case CLS -> token == 0 ? 1 : 0;
      case LAST -> token == tokens - 1 ? 1 : 0;
      case WEIGHTED_MEAN -> token + 1;
      case MAX -> 0;
      case NONE -> throw new IllegalArgumentException("the model has no pooling");
    };
  }
}
