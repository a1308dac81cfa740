// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.TokenQuantization;

/**
 * The format in which the token vectors of passages are stored: centred by the mean vector of their
 * language, normalised to unit length, and quantised to a few bits per dimension.
 *
 * <p>{@link TokenQuantization} states the levels. The scale of a vector is chosen such that its
 * product with the original vector is 1, which makes dot products with other vectors unbiased (Gao
 * and Long, RaBitQ, SIGMOD 2024).
 *
 * <p>Format: the scales of all tokens as little-endian float16, then for each token {@code bits}
 * bits per dimension, beginning with the lowest bits of the first byte; the number of dimensions is
 * rounded up to a multiple of eight.
 */
final class TokenVectorCodec {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int bits;
  private final double step;
  private final int hidden;

  /** For each byte, the values that it encodes plus 128, the first one in the lowest byte. */
  private final long[] unpacked = new long[1 << Byte.SIZE];

  /**
   * Creates a codec.
   *
   * @param bits bits per dimension: 1, 2 or 4
   * @param hidden number of dimensions
   */
  TokenVectorCodec(int bits, int hidden) {
    this.bits = bits;
    this.step = TokenQuantization.step(bits);
    this.hidden = hidden;
    int mask = (1 << bits) - 1;
    for (int code = 0; code < unpacked.length; code++) {
      for (int i = 0; i < Byte.SIZE / bits; i++) {
        int value = 2 * ((code >> (i * bits)) & mask) - mask;
        unpacked[code] |= (value + 128L) << (i * Byte.SIZE);
      }
    }
  }

  /** Names the format and its version. */
  String name() {
    return "token vectors 1, bits " + bits;
  }

  /** Returns the number of dimensions of unpacked vectors: {@code hidden} padded with zeros. */
  int paddedHidden() {
    return Math.ceilDiv(hidden, Byte.SIZE) * Byte.SIZE;
  }

  /** Returns the size of a token vector in bytes, including its scale. */
  int bytesPerToken() {
    return Short.BYTES + packedBytes();
  }

  private int packedBytes() {
    return paddedHidden() / Byte.SIZE * bits;
  }

  /** Returns the number of tokens whose vectors are stored. */
  int size(byte[] stored) {
    if (stored.length % bytesPerToken() != 0) {
      throw new IllegalArgumentException(
          "token vectors of "
              + stored.length
              + " bytes, expected a multiple of "
              + bytesPerToken()
              + " for "
              + bits
              + " bits per dimension");
    }
    return stored.length / bytesPerToken();
  }

  /**
   * Encodes token vectors.
   *
   * @param mean the vector to subtract from each token vector, {@code [hidden]}
   */
  byte[] encode(TokenEmbeddings tokens, float[] mean) {
    byte[] stored = new byte[tokens.size() * bytesPerToken()];
    ByteBuffer scales = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
    float[] unit = new float[hidden];
    for (int token = 0; token < tokens.size(); token++) {
      centre(tokens.vectors(), token * hidden, mean, unit);
      int packed = tokens.size() * Short.BYTES + token * packedBytes();
      scales.putShort(Float.floatToFloat16(pack(unit, stored, packed)));
    }
    return stored;
  }

  /**
   * Subtracts the mean from a vector and normalises the result; a vector equal to the mean becomes
   * zero.
   */
  static void centre(float[] vectors, int from, float[] mean, float[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = vectors[from + i] - mean[i];
    }
    UnitVectors.normalize(into);
  }

  /** Quantises a vector of unit length and returns its scale; 0 for a vector of zeros. */
  private float pack(float[] unit, byte[] into, int from) {
    // The root mean square of a vector of unit length is 1 / sqrt(hidden).
    double factor = Math.sqrt(hidden) / step;
    int levels = 1 << bits;
    double product = 0;
    for (int i = 0; i < hidden; i++) {
      int level = Math.clamp((long) Math.floor(unit[i] * factor) + levels / 2, 0, levels - 1);
      product += unit[i] * (2 * level + 1 - levels);
      int bit = i * bits;
      into[from + bit / Byte.SIZE] |= (byte) (level << bit % Byte.SIZE);
    }
    return product > 0 ? (float) (1 / product) : 0;
  }

  /** Reads the scales of all tokens. */
  float[] scales(byte[] stored) {
    ByteBuffer buffer = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
    float[] scales = new float[size(stored)];
    for (int token = 0; token < scales.length; token++) {
      scales[token] = Float.float16ToFloat(buffer.getShort());
    }
    return scales;
  }

  /**
   * Unpacks vectors without their scales. To make them unsigned, 128 is added to each value.
   *
   * @param token the first token
   * @param count number of tokens
   * @param into receives {@code uint8[count, paddedHidden()]}
   * @param at index of the first value in {@code into}
   */
  void unpack(byte[] stored, int token, int count, byte[] into, int at) {
    int from = size(stored) * Short.BYTES + token * packedBytes();
    int end = from + count * packedBytes();
    int next = at;
    int valuesPerByte = Byte.SIZE / bits;
    while (from < end) {
      long word = 0;
      for (int filled = 0; filled < Long.BYTES; filled += valuesPerByte) {
        word |= unpacked[stored[from++] & 0xFF] << (filled * Byte.SIZE);
      }
      WORDS.set(into, next, word);
      next += Long.BYTES;
    }
  }
}
