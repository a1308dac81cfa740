// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.TokenQuantization;

/**
 * The format in which the token vectors of passages are stored: centred by the mean vector of their
 * language, normalised to unit length, replaced by those of {@link TokenClusters} if tokens share
 * vectors, and quantised to a few bits per dimension.
 *
 * <p>{@link TokenQuantization} states the levels. The scale of a vector is chosen such that its
 * product with the original vector is 1, which makes dot products with other vectors unbiased (Gao
 * and Long, RaBitQ, SIGMOD 2024). For the same reason, the products of a shared vector with those
 * of its tokens are 1 on average.
 *
 * <p>Format: the scales of all vectors as little-endian float16, then for each vector {@code bits}
 * bits per dimension, beginning with the lowest bits of the first byte; the number of dimensions is
 * rounded up to a multiple of eight. If tokens share vectors, there follow a byte for each token,
 * the vector among those of its block, zeros up to a multiple of the size of a vector, and the
 * number of tokens as a little-endian int32.
 */
final class TokenVectorCodec {
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int bits;
  private final double step;
  private final int hidden;
  private final int tokensPerVector;

  /** For each byte, the values that it encodes plus 128, the first one in the lowest byte. */
  private final long[] unpacked = new long[1 << Byte.SIZE];

  /**
   * Creates a codec.
   *
   * @param bits bits per dimension: 1, 2 or 4
   * @param hidden number of dimensions
   * @param tokensPerVector mean number of tokens that share a vector, 1 or more
   */
  TokenVectorCodec(int bits, int hidden, int tokensPerVector) {
    this.bits = bits;
    this.step = TokenQuantization.step(bits);
    this.hidden = hidden;
    this.tokensPerVector = tokensPerVector;
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
    String shared = tokensPerVector == 1 ? "" : ", tokens per vector " + tokensPerVector;
    return "token vectors 1, bits " + bits + shared;
  }

  /** Returns the number of dimensions of unpacked vectors: {@code hidden} padded with zeros. */
  int paddedHidden() {
    return Math.ceilDiv(hidden, Byte.SIZE) * Byte.SIZE;
  }

  /** Returns the size of a vector in bytes, including its scale. */
  int bytesPerVector() {
    return Short.BYTES + packedBytes();
  }

  private int packedBytes() {
    return paddedHidden() / Byte.SIZE * bits;
  }

  /** Returns the number of tokens of a passage. */
  int tokenCount(byte[] stored) {
    return tokensPerVector == 1 ? size(stored) : sharingTokens(stored);
  }

  /** Returns the number of vectors that are stored. */
  int size(byte[] stored) {
    int rows = stored.length / bytesPerVector();
    if (stored.length % bytesPerVector() != 0) {
      throw new IllegalArgumentException(
          "token vectors of "
              + stored.length
              + " bytes, expected a multiple of "
              + bytesPerVector()
              + " for "
              + bits
              + " bits per dimension");
    }
    return tokensPerVector == 1 ? rows : rows - rowsOfLabels(sharingTokens(stored));
  }

  private int sharingTokens(byte[] stored) {
    if (stored.length == 0) {
      return 0;
    }
    int count = buffer(stored).getInt(stored.length - Integer.BYTES);
    int rows = stored.length / bytesPerVector();
    if (count < 1 || rowsOfLabels(count) >= rows || rows - rowsOfLabels(count) > count) {
      throw damaged(stored, count);
    }
    return count;
  }

  private static IllegalArgumentException damaged(byte[] stored, int tokens) {
    return new IllegalArgumentException(
        "token vectors of "
            + stored.length
            + " bytes for "
            + tokens
            + " tokens are damaged: build the index again");
  }

  /** Returns how many times the size of a vector the labels of tokens and their number need. */
  private int rowsOfLabels(int tokens) {
    return tokens == 0
        ? 0
        : Math.toIntExact(Math.ceilDiv((long) tokens + Integer.BYTES, bytesPerVector()));
  }

  /**
   * Returns the vector of each token.
   *
   * @return {@code int[tokenCount(stored)]}, indices of vectors
   * @throws IllegalArgumentException if the labels do not name all vectors in their order
   */
  int[] vectorOfToken(byte[] stored) {
    int[] vectors = new int[tokenCount(stored)];
    if (tokensPerVector == 1) {
      Arrays.setAll(vectors, token -> token);
      return vectors;
    }
    int labels = size(stored) * bytesPerVector();
    int ofBlock = 0;
    int next = 0;
    for (int token = 0; token < vectors.length; token++) {
      if (token % TokenClusters.BLOCK == 0) {
        ofBlock = next;
      }
      vectors[token] = ofBlock + (stored[labels + token] & 0xFF);
      if (vectors[token] > next) {
        throw damaged(stored, vectors.length);
      }
      next = Math.max(next, vectors[token] + 1);
    }
    if (next != size(stored)) {
      throw damaged(stored, vectors.length);
    }
    return vectors;
  }

  /**
   * Encodes token vectors.
   *
   * @param mean the vector to subtract from each token vector, {@code [hidden]}
   */
  byte[] encode(TokenEmbeddings tokens, float[] mean) {
    float[] units = units(tokens, mean);
    if (tokensPerVector == 1 || tokens.size() == 0) {
      byte[] stored = new byte[tokens.size() * bytesPerVector()];
      float[] lengths = new float[tokens.size()];
      Arrays.fill(lengths, 1);
      pack(units, lengths, stored);
      return stored;
    }
    TokenClusters clusters = TokenClusters.of(units, hidden, tokensPerVector);
    int vectors = clusters.lengths().length;
    byte[] stored = new byte[(vectors + rowsOfLabels(tokens.size())) * bytesPerVector()];
    pack(clusters.units(), clusters.lengths(), stored);
    int from = vectors * bytesPerVector();
    int ofBlock = 0;
    int next = 0;
    for (int token = 0; token < tokens.size(); token++) {
      if (token % TokenClusters.BLOCK == 0) {
        ofBlock = next;
      }
      stored[from + token] = (byte) (clusters.labels()[token] - ofBlock);
      next = Math.max(next, clusters.labels()[token] + 1);
    }
    buffer(stored).putInt(stored.length - Integer.BYTES, tokens.size());
    return stored;
  }

  private static ByteBuffer buffer(byte[] stored) {
    return ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the centred vectors of all tokens, {@code [tokens, hidden]}. */
  private float[] units(TokenEmbeddings tokens, float[] mean) {
    float[] units = new float[tokens.size() * hidden];
    float[] unit = new float[hidden];
    for (int token = 0; token < tokens.size(); token++) {
      centre(tokens.vectors(), token * hidden, mean, unit);
      System.arraycopy(unit, 0, units, token * hidden, hidden);
    }
    return units;
  }

  /**
   * Quantises vectors of unit length to the first bytes of what is stored.
   *
   * @param lengths by which their scales are divided
   */
  private void pack(float[] units, float[] lengths, byte[] stored) {
    ByteBuffer scales = buffer(stored);
    for (int vector = 0; vector < lengths.length; vector++) {
      int packed = lengths.length * Short.BYTES + vector * packedBytes();
      float scale = pack(units, vector * hidden, stored, packed);
      scales.putShort(Float.floatToFloat16(scale == 0 ? 0 : scale / lengths[vector]));
    }
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
  private float pack(float[] units, int at, byte[] into, int from) {
    // The root mean square of a vector of unit length is 1 / sqrt(hidden).
    double factor = Math.sqrt(hidden) / step;
    int levels = 1 << bits;
    double product = 0;
    for (int i = 0; i < hidden; i++) {
      float value = units[at + i];
      int level = Math.clamp((long) Math.floor(value * factor) + levels / 2, 0, levels - 1);
      product += value * (2 * level + 1 - levels);
      int bit = i * bits;
      into[from + bit / Byte.SIZE] |= (byte) (level << bit % Byte.SIZE);
    }
    return product > 0 ? (float) (1 / product) : 0;
  }

  /** Reads the scales of all vectors. */
  float[] scales(byte[] stored) {
    ByteBuffer buffer = buffer(stored);
    float[] scales = new float[size(stored)];
    for (int vector = 0; vector < scales.length; vector++) {
      scales[vector] = Float.float16ToFloat(buffer.getShort());
    }
    return scales;
  }

  /**
   * Unpacks vectors without their scales. To make them unsigned, 128 is added to each value.
   *
   * @param first the first vector
   * @param count number of vectors
   * @param into receives {@code uint8[count, paddedHidden()]}
   * @param at index of the first value in {@code into}
   */
  void unpack(byte[] stored, int first, int count, byte[] into, int at) {
    int from = size(stored) * Short.BYTES + first * packedBytes();
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
