// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.Arrays;
import org.isogloss.runtime.inference.L2Normalization;

/**
 * The token vectors of a text as late interaction compares them: centred by the mean vector of
 * their language, normalised to unit length, in eight bits with one scale per token. They are
 * stored dimension by dimension, so that a processor can compare many tokens at once.
 */
final class QuantizedTokenEmbeddings {
  private static final float MAX_VALUE = 127;

  private final int size;
  private final int hidden;

  /** Values by dimension, {@code [hidden][size]}. */
  private final byte[] values;

  private final float[] scales;

  private QuantizedTokenEmbeddings(int size, int hidden) {
    this.size = size;
    this.hidden = hidden;
    this.values = new byte[size * hidden];
    this.scales = new float[size];
  }

  /**
   * Quantises token vectors.
   *
   * @param mean the vector to subtract from each token vector, {@code [hidden]}
   */
  static QuantizedTokenEmbeddings quantize(TokenEmbeddings states, float[] mean) {
    int hidden = mean.length;
    QuantizedTokenEmbeddings quantized = new QuantizedTokenEmbeddings(states.size(), hidden);
    float[] unit = new float[hidden];
    for (int token = 0; token < quantized.size; token++) {
      centre(states.vectors(), token * hidden, mean, unit);
      quantized.set(token, L2Normalization.normalize(unit));
    }
    return quantized;
  }

  private static void centre(float[] vectors, int from, float[] mean, float[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = vectors[from + i] - mean[i];
    }
  }

  private void set(int token, float[] unit) {
    float max = 0;
    for (float value : unit) {
      max = Math.max(max, Math.abs(value));
    }
    scales[token] = max / MAX_VALUE;
    for (int i = 0; i < hidden && max > 0; i++) {
      values[i * size + token] = (byte) Math.round(unit[i] / scales[token]);
    }
  }

  /** Returns the number of tokens. */
  int size() {
    return size;
  }

  /** Returns the approximate memory use in bytes. */
  long estimatedBytes() {
    return values.length + (long) Float.BYTES * scales.length + Long.SIZE;
  }

  /**
   * The most similar tokens of another text.
   *
   * @param cosines for each token of this text, the cosine with its most similar token
   * @param indices for each token of this text, the index of its most similar token; -1 if the
   *     other text has no tokens
   */
  record NearestTokens(float[] cosines, int[] indices) {}

  /** Returns the most similar token of another text for each token. */
  NearestTokens nearestTokens(QuantizedTokenEmbeddings other) {
    float[] cosines = new float[size];
    int[] indices = new int[size];
    float[] sums = new float[other.size];
    for (int token = 0; token < size; token++) {
      Arrays.fill(sums, 0);
      for (int i = 0; i < hidden; i++) {
        addProducts(values[i * size + token], other.values, i * other.size, sums);
      }
      int best = -1;
      float max = Float.NEGATIVE_INFINITY;
      for (int j = 0; j < sums.length; j++) {
        float scaled = sums[j] * other.scales[j];
        if (scaled > max) {
          max = scaled;
          best = j;
        }
      }
      indices[token] = best;
      cosines[token] = best < 0 ? 0 : max * scales[token];
    }
    return new NearestTokens(cosines, indices);
  }

  /**
   * Kept simple so that the JIT compiler vectorises it; sums of products of bytes are exact in
   * floats, and faster than in integers.
   */
  private static void addProducts(float factor, byte[] values, int from, float[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] += factor * values[from + j];
    }
  }
}
