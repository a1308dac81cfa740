package org.isogloss.runtime;

import java.util.Arrays;

/**
 * Vectors of a text's pieces as late interaction compares them: without the mean of their language,
 * of unit length, in eight bits with a scale each. They lie dimension by dimension, so that a
 * processor compares many pieces at once.
 */
final class ComparedPieces {
  private static final float LARGEST = 127;

  private final int size;
  private final int hidden;

  /** Dimension by dimension, {@code [hidden][size]}. */
  private final byte[] values;

  private final float[] scales;

  private ComparedPieces(int size, int hidden) {
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
  static ComparedPieces of(PieceStates states, float[] mean) {
    int hidden = mean.length;
    ComparedPieces compared = new ComparedPieces(states.size(), hidden);
    float[] unit = new float[hidden];
    for (int piece = 0; piece < compared.size; piece++) {
      centre(states.vectors(), piece * hidden, mean, unit);
      compared.set(piece, UnitLength.of(unit));
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
    scales[piece] = most / LARGEST;
    for (int i = 0; i < hidden && most > 0; i++) {
      values[i * size + piece] = (byte) Math.round(unit[i] / scales[piece]);
    }
  }

  /** How many pieces there are. */
  int size() {
    return size;
  }

  /** How much memory it takes, about, in bytes. */
  long bytes() {
    return values.length + (long) Float.BYTES * scales.length + Long.SIZE;
  }

  /**
   * For each piece the cosine with that of another text's which is most similar to it.
   *
   * @return {@code float[size()]}; 0 everywhere if the other text has no pieces
   */
  float[] mostSimilar(ComparedPieces other) {
    float[] best = new float[size];
    float[] sums = new float[other.size];
    for (int piece = 0; piece < size && other.size > 0; piece++) {
      Arrays.fill(sums, 0);
      for (int i = 0; i < hidden; i++) {
        addProducts(values[i * size + piece], other.values, i * other.size, sums);
      }
      float most = Float.NEGATIVE_INFINITY;
      for (int j = 0; j < sums.length; j++) {
        most = Math.max(most, sums[j] * other.scales[j]);
      }
      best[piece] = most * scales[piece];
    }
    return best;
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
