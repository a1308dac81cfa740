// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuantizedTokenEmbeddingsTest {
  private static final int HIDDEN = 48;

  private static TokenEmbeddings random(int size, Random random) {
    float[] vectors = new float[size * HIDDEN];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    return states(size, vectors);
  }

  private static TokenEmbeddings states(int size, float[] vectors) {
    return new TokenEmbeddings(new int[size], new int[size], new int[size], vectors);
  }

  /** Computes the maximum similarity by definition, in double precision. */
  private static double mostSimilar(
      TokenEmbeddings asked, int piece, float[] mean, TokenEmbeddings read, float[] otherMean) {
    double most = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < read.size(); j++) {
      double product = 0;
      double squares = 0;
      double otherSquares = 0;
      for (int i = 0; i < HIDDEN; i++) {
        double a = asked.vectors()[piece * HIDDEN + i] - mean[i];
        double b = read.vectors()[j * HIDDEN + i] - otherMean[i];
        product += a * b;
        squares += a * a;
        otherSquares += b * b;
      }
      most = Math.max(most, product / Math.sqrt(squares * otherSquares));
    }
    return most;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void approximatesLargestCosine(long seed) {
    Random random = new Random(seed);
    TokenEmbeddings asked = random(1 + random.nextInt(9), random);
    TokenEmbeddings read = random(1 + random.nextInt(70), random);
    float[] mean = random(1, random).vectors();
    float[] otherMean = random(1, random).vectors();
    float[] found =
        QuantizedTokenEmbeddings.quantize(asked, mean)
            .nearestTokens(QuantizedTokenEmbeddings.quantize(read, otherMean))
            .cosines();
    assertThat(found).hasSize(asked.size());
    for (int piece = 0; piece < found.length; piece++) {
      assertThat((double) found[piece])
          .isCloseTo(mostSimilar(asked, piece, mean, read, otherMean), within(0.01));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void nearestTokensOfSameTextAreItsOwn(long seed) {
    QuantizedTokenEmbeddings text =
        QuantizedTokenEmbeddings.quantize(random(5, new Random(seed)), new float[HIDDEN]);
    for (float similarity : text.nearestTokens(text).cosines()) {
      assertThat(similarity).isCloseTo(1, within(0.01f));
    }
    assertThat(text.nearestTokens(text).indices()).containsExactly(0, 1, 2, 3, 4);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void emptyTextHasNoNearestTokens(int size) {
    Random random = new Random(5);
    QuantizedTokenEmbeddings none =
        QuantizedTokenEmbeddings.quantize(random(0, random), new float[HIDDEN]);
    QuantizedTokenEmbeddings.NearestTokens nearest =
        QuantizedTokenEmbeddings.quantize(random(size, random), new float[HIDDEN])
            .nearestTokens(none);
    assertThat(nearest.cosines()).containsExactly(new float[size]);
    assertThat(nearest.indices()).containsExactly(IntStream.range(0, size).map(i -> -1).toArray());
    assertThat(none.estimatedBytes()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = 4)
  void meanVectorHasZeroSimilarity(int size) {
    TokenEmbeddings same = states(1, random(1, new Random(6)).vectors());
    QuantizedTokenEmbeddings nothing = QuantizedTokenEmbeddings.quantize(same, same.vectors());
    QuantizedTokenEmbeddings read =
        QuantizedTokenEmbeddings.quantize(random(size, new Random(7)), new float[HIDDEN]);
    assertThat(nothing.nearestTokens(read).cosines()).containsExactly(0);
    assertThat(read.nearestTokens(nothing).cosines()).containsOnly(0);
  }
}
