package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.isogloss.core.Encoder;
import org.isogloss.core.EncoderContractTest;
import org.isogloss.core.Role;
import org.isogloss.model.StaticEmbedding;
import org.isogloss.text.Tokenizer;
import org.junit.jupiter.api.Test;

class StaticEncoderTest extends EncoderContractTest {
  private static final int DIMENSION = 24;

  @Override
  protected Encoder open() {
    return encoder(2);
  }

  private static StaticEncoder encoder(int threads) {
    return new StaticEncoder(embedding(), new Letters(), "c0ffee", threads);
  }

  private static StaticEmbedding embedding() {
    Random random = new Random(7);
    float[] vectors = new float[128 * DIMENSION];
    for (int i = DIMENSION; i < vectors.length; i++) {
      vectors[i] = (float) random.nextGaussian();
    }
    return StaticEmbedding.quantise(vectors, DIMENSION);
  }

  @Test
  void addsUpThePiecesVectors() {
    StaticEmbedding embedding = embedding();
    double[] sum = new double[DIMENSION];
    for (char letter : "cab".toCharArray()) {
      for (int j = 0; j < DIMENSION; j++) {
        sum[j] += embedding.vector(letter)[j];
      }
    }
    double length = Math.sqrt(java.util.Arrays.stream(sum).map(x -> x * x).sum());
    try (StaticEncoder encoder = encoder(1)) {
      float[] vector = encoder.encode(List.of("c?ab".replace("?", "é")), Role.QUERY)[0];
      for (int j = 0; j < DIMENSION; j++) {
        assertThat(vector[j]).isCloseTo((float) (sum[j] / length), within(1e-6f));
      }
    }
  }

  @Test
  void aTextOfUnknownPiecesIsNought() {
    try (StaticEncoder encoder = encoder(1)) {
      assertThat(encoder.encode(List.of("猫"), Role.PASSAGE)[0]).containsOnly(0);
    }
  }

  @Test
  void refusesATokenizerOfAnotherVocabulary() {
    StaticEmbedding two = StaticEmbedding.quantise(new float[4], 2);
    assertThatThrownBy(() -> new StaticEncoder(two, new Letters(), "c0ffee", 1))
        .hasMessageContaining("128 pieces")
        .hasMessageContaining("2 rows");
  }

  /** Every character of ASCII is a piece; all others are the unknown piece 0. */
  private static final class Letters implements Tokenizer {
    @Override
    public int[] ids(String text) {
      return text.chars().map(c -> c < 128 ? c : 0).toArray();
    }

    @Override
    public int vocabularySize() {
      return 128;
    }

    @Override
    public String piece(int id) {
      return String.valueOf((char) id);
    }
  }
}
