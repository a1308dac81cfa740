// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.nio.ByteBuffer;
import java.util.function.IntToDoubleFunction;
import org.isogloss.core.Language;

/**
 * An encoded query. Its token vectors are centred by the mean vector of its language, normalised to
 * unit length, and quantised to eight bits per dimension with one scale per token.
 *
 * @param language the language of the query
 * @param starts start offset of each token in the query, in UTF-16 units
 * @param ends end offset of each token
 * @param weights weight of each token; they sum to 1, or are all 0
 * @param scales factor of the values of each token
 * @param values {@code int8[tokens, width]}, padded with zeros
 * @param pooled the vector of the whole query
 */
record QueryTokens(
    Language language,
    int[] starts,
    int[] ends,
    float[] weights,
    float[] scales,
    byte[] values,
    float[] pooled) {
  private static final float MAX_VALUE = 127;

  /**
   * Quantises token vectors.
   *
   * @param importance returns the importance of a token by its id
   * @param mean the vector to subtract from each token vector
   * @param width number of dimensions after padding
   */
  static QueryTokens of(
      Language language,
      TokenEmbeddings tokens,
      IntToDoubleFunction importance,
      float[] mean,
      int width) {
    float[] scales = new float[tokens.size()];
    byte[] values = new byte[tokens.size() * width];
    float[] unit = new float[mean.length];
    for (int token = 0; token < scales.length; token++) {
      TokenVectorCodec.centre(tokens.vectors(), token * unit.length, mean, unit);
      float max = 0;
      for (float value : unit) {
        max = Math.max(max, Math.abs(value));
      }
      scales[token] = max / MAX_VALUE;
      for (int i = 0; i < unit.length && max > 0; i++) {
        values[token * width + i] = (byte) Math.round(unit[i] / scales[token]);
      }
    }
    return new QueryTokens(
        language,
        tokens.tokens().starts(),
        tokens.tokens().ends(),
        normalized(tokens.mapIds(importance)),
        scales,
        values,
        tokens.pooled());
  }

  private static float[] normalized(float[] weights) {
    double sum = 0;
    for (float weight : weights) {
      sum += weight;
    }
    for (int i = 0; i < weights.length && sum > 0; i++) {
      weights[i] = (float) (weights[i] / sum);
    }
    return weights;
  }

  int size() {
    return weights.length;
  }

  ByteBuffer buffer() {
    return ByteBuffer.wrap(values);
  }
}
