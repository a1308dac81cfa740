// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.isogloss.text.TokenizedText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenVectorCodecTest {
  private static final int HIDDEN = 384;

  static TokenEmbeddings random(int size, int hidden, Random random) {
    float[] vectors = new float[size * hidden];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    return embeddings(size, vectors, hidden);
  }

  static TokenEmbeddings embeddings(int size, float[] vectors, int hidden) {
    return new TokenEmbeddings(
        new TokenizedText(new int[size], new int[size], new int[size]),
        vectors,
        new float[hidden],
        Optional.empty());
  }

  private static float[] unit(TokenEmbeddings tokens, int token, float[] mean) {
    float[] unit = new float[mean.length];
    TokenVectorCodec.centre(tokens.vectors(), token * mean.length, mean, unit);
    return unit;
  }

  /** Decodes one bit after the other. */
  private static double[] decode(byte[] stored, int token, int size, int hidden, int bits) {
    int scale = (stored[2 * token] & 0xFF) | stored[2 * token + 1] << 8;
    int packed = (hidden + 7) / 8 * bits;
    double[] vector = new double[hidden];
    for (int i = 0; i < hidden; i++) {
      int level = 0;
      for (int bit = 0; bit < bits; bit++) {
        int at = i * bits + bit;
        level |= (stored[2 * size + token * packed + at / 8] >> at % 8 & 1) << bit;
      }
      vector[i] = Float.float16ToFloat((short) scale) * (2.0 * level + 1 - (1 << bits));
    }
    return vector;
  }

  private static double dot(double[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** The relative errors of optimal quantisers of normally distributed values (Max, 1960). */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void decodedVectorsAreUnbiasedAndAsNearAsTheBitsAllow(int bits) {
    double distortion = bits == 1 ? 0.3634 : bits == 2 ? 0.1188 : 0.01154;
    Random random = new Random(bits);
    float[] mean = random(1, HIDDEN, random).vectors();
    TokenEmbeddings tokens = random(50, HIDDEN, random);
    TokenVectorCodec codec = new TokenVectorCodec(bits, HIDDEN, 1);
    byte[] stored = codec.encode(tokens, mean);
    assertThat(stored).hasSize(50 * codec.bytesPerVector());
    assertThat(codec.bytesPerVector()).isEqualTo(2 + HIDDEN * bits / 8);
    double cosines = 0;
    for (int token = 0; token < 50; token++) {
      double[] decoded = decode(stored, token, 50, HIDDEN, bits);
      float[] unit = unit(tokens, token, mean);
      assertThat(dot(decoded, unit)).isCloseTo(1, within(1e-3));
      double squares = 0;
      for (double x : decoded) {
        squares += x * x;
      }
      cosines += 1 / Math.sqrt(squares) / 50;
    }
    assertThat(cosines).isCloseTo(Math.sqrt(1 - distortion), within(0.01));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void unpacksAnyRangeOfTokens(int bits) {
    int hidden = 21;
    TokenVectorCodec codec = new TokenVectorCodec(bits, hidden, 1);
    assertThat(codec.paddedHidden()).isEqualTo(24);
    byte[] stored = codec.encode(random(9, hidden, new Random(bits)), new float[hidden]);
    float[] scales = codec.scales(stored);
    byte[] values = new byte[5 + 3 * 24];
    codec.unpack(stored, 4, 3, values, 5);
    for (int token = 0; token < 3; token++) {
      double[] expected = decode(stored, 4 + token, 9, hidden, bits);
      for (int i = 0; i < hidden; i++) {
        assertThat((double) scales[4 + token] * ((values[5 + token * 24 + i] & 0xFF) - 128))
            .isCloseTo(expected[i], within(1e-6));
      }
    }
  }

  @Test
  void vectorEqualToTheMeanHasScaleZero() {
    TokenVectorCodec codec = new TokenVectorCodec(2, 16, 1);
    TokenEmbeddings tokens = random(1, 16, new Random(3));
    byte[] stored = codec.encode(tokens, tokens.vectors());
    assertThat(codec.scales(stored)).containsExactly(0);
    assertThat(codec.size(new byte[0])).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 255, 256, 257, 700})
  void tokensShareTheMeansOfTheirClusters(int size) {
    Random random = new Random(size);
    float[] mean = random(1, HIDDEN, random).vectors();
    TokenEmbeddings tokens = random(size, HIDDEN, random);
    TokenVectorCodec codec = new TokenVectorCodec(4, HIDDEN, 3);
    byte[] stored = codec.encode(tokens, mean);
    int blocks = Math.ceilDiv(size, 256);
    int expected = (blocks - 1) * 86 + Math.ceilDiv(size - (blocks - 1) * 256, 3);
    assertThat(codec.size(stored)).isEqualTo(expected);
    assertThat(codec.tokenCount(stored)).isEqualTo(size);
    assertThat(stored.length % codec.bytesPerVector()).isZero();
    int[] vectors = codec.vectorOfToken(stored);
    assertThat(vectors).hasSize(size);
    double[] products = new double[expected];
    int[] sizes = new int[expected];
    double[][] sums = new double[expected][HIDDEN];
    for (int token = 0; token < size; token++) {
      float[] unit = unit(tokens, token, mean);
      products[vectors[token]] += dot(decode(stored, vectors[token], expected, HIDDEN, 4), unit);
      sizes[vectors[token]]++;
      for (int i = 0; i < HIDDEN; i++) {
        sums[vectors[token]][i] += unit[i];
      }
    }
    for (int vector = 0; vector < expected; vector++) {
      assertThat(products[vector] / sizes[vector]).isCloseTo(1, within(1e-3));
      double[] decoded = decode(stored, vector, expected, HIDDEN, 4);
      double squares = 0;
      double ofSums = 0;
      double product = 0;
      for (int i = 0; i < HIDDEN; i++) {
        squares += decoded[i] * decoded[i];
        ofSums += sums[vector][i] * sums[vector][i];
        product += sums[vector][i] * decoded[i];
      }
      // The relative error of four bits is .01154 on average.
      assertThat(product / Math.sqrt(squares * ofSums)).isCloseTo(1, within(0.02));
    }
  }

  @Test
  void passageWithoutTokensNeedsNoBytes() {
    TokenVectorCodec codec = new TokenVectorCodec(2, 16, 2);
    byte[] stored = codec.encode(random(0, 16, new Random(4)), new float[16]);
    assertThat(stored).isEmpty();
    assertThat(codec.size(stored)).isZero();
    assertThat(codec.vectorOfToken(stored)).isEmpty();
  }

  @Test
  void namesTheTokensThatShareAVector() {
    assertThat(new TokenVectorCodec(2, 16, 2).name())
        .isNotEqualTo(new TokenVectorCodec(2, 16, 1).name())
        .isNotEqualTo(new TokenVectorCodec(2, 16, 3).name());
  }

  @Test
  void rejectsAnImpossibleNumberOfTokens() {
    TokenVectorCodec codec = new TokenVectorCodec(2, 16, 2);
    byte[] stored = codec.encode(random(9, 16, new Random(5)), new float[16]);
    for (int last : new int[] {0, 2, 127, -1}) {
      byte[] damaged = stored.clone();
      damaged[damaged.length - (last == -1 ? 1 : 4)] = (byte) last;
      assertThatThrownBy(() -> codec.size(damaged))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("damaged");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 255})
  void rejectsLabelsThatDoNotNameAllVectors(int label) {
    TokenVectorCodec codec = new TokenVectorCodec(2, 16, 2);
    byte[] stored = codec.encode(random(9, 16, new Random(6)), new float[16]);
    int labels = codec.size(stored) * codec.bytesPerVector();
    Arrays.fill(stored, labels, labels + 9, (byte) label);
    assertThatThrownBy(() -> codec.vectorOfToken(stored))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("damaged: build the index again");
  }

  @Test
  void rejectsOtherSizes() {
    assertThatThrownBy(() -> new TokenVectorCodec(3, 16, 1)).hasMessageContaining("bits is 3");
    assertThatThrownBy(() -> new TokenVectorCodec(2, 16, 1).size(new byte[7]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("7 bytes, expected a multiple of 6");
  }
}
