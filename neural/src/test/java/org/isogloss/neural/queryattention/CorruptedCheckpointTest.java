// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.queryattention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainings whose checkpoint was damaged, or belongs to another one. */
@RequiresTorch
class CorruptedCheckpointTest {
  private static final float[][] TABLE = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  private static final List<AttentionExample> EXAMPLES =
      List.of(
          new AttentionExample(new int[] {0}, new int[] {0, 1}, true),
          new AttentionExample(new int[] {2}, new int[] {0, 1}, false));

  @TempDir Path folder;
  private Path checkpoint;
  private byte[] whole;
  private float[] trained;

  @BeforeEach
  void trainOnce() throws IOException {
    trained = train(TABLE, 3);
    checkpoint = folder.resolve("last.safetensors");
    whole = Files.readAllBytes(checkpoint);
  }

  private float[] train(float[][] table, int steps) {
    QueryAttentionTraining training =
        new QueryAttentionTraining(AttentionScoring.DOT_PRODUCT, 2, steps, 0.1, 3);
    QueryAttentionModel weights = training.train(table, EXAMPLES, folder, TrainingListener.NONE);
    String name = AttentionScoring.DOT_PRODUCT.parameterShapes(3).keySet().iterator().next();
    return weights.values(name).clone();
  }

  private void assertRefused(String problem) {
    assertThatThrownBy(() -> train(TABLE, 3))
        .isInstanceOf(TrainingException.class)
        .hasMessageStartingWith(checkpoint + ": ")
        .hasMessageContaining(problem)
        .hasMessageEndingWith("delete it to train again from the start");
  }

  @Test
  void aGoodCheckpointIsRead() {
    assertThat(train(TABLE, 3)).isEqualTo(trained);
  }

  @Test
  void aCutCheckpointIsRefused() throws IOException {
    Files.write(checkpoint, Arrays.copyOf(whole, whole.length - 3));
    assertRefused("is damaged: ");
  }

  @Test
  void anotherNumberIsRefused() throws IOException {
    byte[] other = whole.clone();
    other[other.length - 1] ^= 1;
    Files.write(checkpoint, other);
    assertRefused("is damaged: wrong checksum ");
  }

  @Test
  void anotherStepIsRefused() throws IOException {
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    assertThat(text).contains("\"n:step\":\"3\"");
    Files.write(
        checkpoint,
        text.replace("\"n:step\":\"3\"", "\"n:step\":\"2\"").getBytes(StandardCharsets.ISO_8859_1));
    assertRefused("is damaged: wrong checksum ");
  }

  @Test
  void numbersThatAreNotFiniteAreRefused() throws IOException {
    byte[] other = whole.clone();
    Arrays.fill(other, other.length - 4, other.length, (byte) 0xFF);
    Files.write(checkpoint, other);
    assertRefused("has elements that are not finite");
  }

  @Test
  void otherShapesAreRefused() {
    float[][] wider = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    assertThatThrownBy(() -> train(wider, 3))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("has shape");
  }

  @Test
  void otherTensorsAreRefused() throws IOException {
    String text = new String(whole, StandardCharsets.ISO_8859_1);
    int name = text.indexOf("\":{\"dtype");
    byte[] other = whole.clone();
    other[name - 1] ^= 2;
    Files.write(checkpoint, other);
    assertRefused("contains the state of another training, without the tensor ");
  }

  @Test
  void mutatedCheckpointsAreRefusedOrGood() throws IOException {
    mutate(200);
  }

  @Test
  @Tag("slow")
  void manyMutatedCheckpointsAreRefusedOrGood() throws IOException {
    mutate(5_000);
  }

  private void mutate(int times) throws IOException {
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      byte[] other = whole.clone();
      int at = random.nextInt(other.length);
      switch (random.nextInt(3)) {
        case 0 -> other = Arrays.copyOf(other, at);
        case 1 -> other[at] ^= (byte) (1 << random.nextInt(8));
        default -> other[at] = (byte) random.nextInt();
      }
      Files.write(checkpoint, other);
      try {
        assertThat(train(TABLE, 3)).as("seed %d", seed).isEqualTo(trained);
      } catch (IsoglossException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining(checkpoint.toString());
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }
}
