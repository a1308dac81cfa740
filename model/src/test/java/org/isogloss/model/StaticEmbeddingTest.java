package org.isogloss.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticEmbeddingTest {
  @TempDir Path folder;

  @Test
  void noNumberIsFurtherOffThanHalfAStep() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int dimension = 7;
    float[] vectors = new float[50 * dimension];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) (random.nextGaussian() * Math.pow(10, random.nextInt(9) - 4));
    }
    StaticEmbedding embedding = StaticEmbedding.quantise(vectors, dimension);
    for (int piece = 0; piece < embedding.pieces(); piece++) {
      float largest = 0;
      for (int j = 0; j < dimension; j++) {
        largest = Math.max(largest, Math.abs(vectors[piece * dimension + j]));
      }
      float[] vector = embedding.vector(piece);
      for (int j = 0; j < dimension; j++) {
        assertThat(Math.abs(vector[j] - vectors[piece * dimension + j]))
            .as("seed %d, piece %d, column %d", seed, piece, j)
            .isLessThanOrEqualTo(largest / 254 * 1.0001f);
      }
    }
  }

  @Test
  void isReadAsItWasWritten() {
    StaticEmbedding written = StaticEmbedding.quantise(new float[] {1, -2, 0, 0, 0.5f, 3}, 2);
    Path file = folder.resolve("model.safetensors");
    written.write(file);
    try (Safetensors tensors = Safetensors.open(file)) {
      StaticEmbedding read = StaticEmbedding.read(tensors);
      assertThat(read.pieces()).isEqualTo(3);
      assertThat(read.dimension()).isEqualTo(2);
      for (int piece = 0; piece < 3; piece++) {
        assertThat(read.vector(piece)).isEqualTo(written.vector(piece));
      }
      assertThat(read.vector(1)).containsOnly(0);
    }
  }

  @Test
  void refusesWhatIsNoNumberAndTheWrongType() {
    assertThatThrownBy(() -> StaticEmbedding.quantise(new float[] {1, Float.NaN}, 2))
        .hasMessageContaining("row 0 column 1");
    Path file = folder.resolve("float.safetensors");
    new SafetensorsWriter().add("embedding.weight", new float[4], 2, 2).write(file);
    try (Safetensors tensors = Safetensors.open(file)) {
      assertThatThrownBy(() -> StaticEmbedding.read(tensors))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("F32[2, 2], expected I8");
    }
  }
}
