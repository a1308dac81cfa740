// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.core.Language;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenSimilarityTest {
  private static final int HIDDEN = 44;

  private static QueryTokens query(TokenEmbeddings tokens, float[] mean, int width) {
    return QueryTokens.of(Language.of("en"), tokens, id -> 2, mean, width);
  }

  /** The mean of the largest cosines by definition, in double precision. */
  private static double similarity(
      TokenEmbeddings query, float[] mean, TokenEmbeddings passage, float[] passageMean) {
    double sum = 0;
    for (int i = 0; i < query.size(); i++) {
      double largest = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < passage.size(); j++) {
        double product = 0;
        double squares = 0;
        double otherSquares = 0;
        for (int d = 0; d < HIDDEN; d++) {
          double a = query.vectors()[i * HIDDEN + d] - mean[d];
          double b = passage.vectors()[j * HIDDEN + d] - passageMean[d];
          product += a * b;
          squares += a * a;
          otherSquares += b * b;
        }
        largest = Math.max(largest, product / Math.sqrt(squares * otherSquares));
      }
      sum += largest / query.size();
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void approximatesTheMeanOfTheLargestCosines(long seed) {
    Random random = new Random(seed);
    TokenVectorCodec codec = new TokenVectorCodec(4, HIDDEN, 1);
    float[] mean = TokenVectorCodecTest.random(1, HIDDEN, random).vectors();
    float[] passageMean = TokenVectorCodecTest.random(1, HIDDEN, random).vectors();
    TokenEmbeddings queryTokens =
        TokenVectorCodecTest.random(1 + random.nextInt(9), HIDDEN, random);
    List<TokenEmbeddings> passages = new ArrayList<>();
    // More tokens than are multiplied at once, and enough for two threads.
    for (int size : new int[] {1, 70, 1990, 0, 2500, 3, 4200}) {
      passages.add(TokenVectorCodecTest.random(size, HIDDEN, random));
    }
    List<byte[]> stored = passages.stream().map(p -> codec.encode(p, passageMean)).toList();
    try (TokenSimilarity similarity = new TokenSimilarity(codec, (int) seed)) {
      QueryTokens query = query(queryTokens, mean, codec.paddedHidden());
      float[] scores = similarity.scores(query, stored);
      for (int i = 0; i < scores.length; i++) {
        double expected =
            passages.get(i).size() == 0
                ? 0
                : similarity(queryTokens, mean, passages.get(i), passageMean);
        assertThat((double) scores[i]).isCloseTo(expected, within(0.03));
        assertThat(similarity.scores(query, List.of(stored.get(i)))).containsExactly(scores[i]);
        float[][] cosines = similarity.cosines(query, stored.get(i));
        double sum = 0;
        for (float[] row : cosines) {
          double largest = row.length == 0 ? 0 : Double.NEGATIVE_INFINITY;
          for (float cosine : row) {
            largest = Math.max(largest, cosine);
          }
          sum += largest / cosines.length;
        }
        assertThat(sum).isCloseTo(scores[i], within(1e-5));
      }
    }
  }

  @Test
  void queryWithoutTokensScoresZero() {
    Random random = new Random(4);
    TokenVectorCodec codec = new TokenVectorCodec(2, HIDDEN, 1);
    byte[] stored = codec.encode(TokenVectorCodecTest.random(3, HIDDEN, random), new float[HIDDEN]);
    QueryTokens empty =
        query(TokenVectorCodecTest.random(0, HIDDEN, random), new float[HIDDEN], 48);
    TokenSimilarity similarity = new TokenSimilarity(codec, 1);
    assertThat(similarity.scores(empty, List.of(stored, new byte[0]))).containsExactly(0, 0);
    assertThat(similarity.cosines(empty, stored)).isEmpty();
    similarity.close();
    QueryTokens one = query(TokenVectorCodecTest.random(1, HIDDEN, random), new float[HIDDEN], 48);
    assertThatThrownBy(() -> similarity.scores(one, List.of(stored)))
        .isInstanceOf(IllegalStateException.class);
  }
}
