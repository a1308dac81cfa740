package org.isogloss.runtime.rerank;

import java.util.Arrays;
import org.isogloss.runtime.inference.L2Normalization;

/**
 * Vectors of a text's pieces as late interaction compares them: without the mean of their language,
 * of unit length, in eight bits with a scale each. They lie dimension by dimension, so that a
 * processor compares many pieces at once.
 */
final class QuantizedTokenEmbeddings {
  private static final float MAX_VALUE = 127;

  private final int size;
  private final int hidden;

  /** Dimension by dimension, {@code [hidden][size]}. */
  private final byte[] values;

  private final float[] scales;

  private QuantizedTokenEmbeddings(int size, int hidden) {
    this.size = size;
    this.hidden = hidden;
    this.values = new byte[size * hidden];
    this.scales = new float[size];
  }

  /**
   * Prepares vectors.
   *
   * @param mean what is taken off each of them, {@code [hidden]}
   */
  static QuantizedTokenEmbeddings quantize(TokenEmbeddings states, float[] mean) {
    int hidden = mean.length;
    QuantizedTokenEmbeddings compared = new QuantizedTokenEmbeddings(states.size(), hidden);
    float[] unit = new float[hidden];
    for (int piece = 0; piece < compared.size; piece++) {
      centre(states.vectors(), piece * hidden, mean, unit);
      compared.set(piece, L2Normalization.normalize(unit));
    }
    return compared;
  }

  private static void centre(float[] vectors, int from, float[] mean, float[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = vectors[from + i] - mean[i];
    }
  }

  private void set(int piece, float[] unit) {
    float most = 0;
    for (float value : unit) {
      most = Math.max(most, Math.abs(value));
    }
    scales[piece] = most / MAX_VALUE;
    for (int i = 0; i < hidden && most > 0; i++) {
      values[i * size + piece] = (byte) Math.round(unit[i] / scales[piece]);
    }
  }

  /** How many pieces there are. */
  int size() {
    return size;
  }

  /** How much memory it takes, about, in bytes. */
  long estimatedBytes() {
    return values.length + (long) Float.BYTES * scales.length + Long.SIZE;
  }

  /**
   * What pieces of another text are most similar to those of this one.
   *
   * @param cosines for each piece here, its cosine with that piece
   * @param indices for each piece here, which one it is; -1 if the other text has no pieces
   */
  record NearestTokens(float[] cosines, int[] indices) {}

  /** For each piece the one of another text that is most similar to it. */
  NearestTokens nearestTokens(QuantizedTokenEmbeddings other) {
    float[] cosines = new float[size];
    int[] places = new int[size];
    float[] sums = new float[other.size];
    for (int piece = 0; piece < size; piece++) {
      Arrays.fill(sums, 0);
      for (int i = 0; i < hidden; i++) {
        addProducts(values[i * size + piece], other.values, i * other.size, sums);
      }
      int best = -1;
      float most = Float.NEGATIVE_INFINITY;
      for (int j = 0; j < sums.length; j++) {
        float scaled = sums[j] * other.scales[j];
        if (scaled > most) {
          most = scaled;
          best = j;
        }
      }
      places[piece] = best;
      cosines[piece] = best < 0 ? 0 : most * scales[piece];
    }
    return new NearestTokens(cosines, places);
  }

  /**
   * Kept this plain so that the compiler makes vector instructions of it; sums of bytes' products
   * are exact in floats, and faster than in integers.
   */
  private static void addProducts(float factor, byte[] values, int from, float[] sums) {
    for (int j = 0; j < sums.length; j++) {
      sums[j] += factor * values[from + j];
    }
  }
}
