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

/** Resumes trainings whose checkpoint was damaged or belongs to another training. */
@RequiresTorch
class CorruptedCheckpointTest {
  private static final float[][] TABLE = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  private static final List<AttentionExample> EXAMPLES =
      List.of(
          new AttentionExample(new int[] {0}, new int[] {0, 1}, true),
          new AttentionExample(new int[] {2}, new int[] {0, 1}, false));

  @TempDir Path folder;
  private Path checkpoint;
  private byte[] original;
  private float[] trained;

  @BeforeEach
  void trainOnce() throws IOException {
    trained = train(TABLE, 3);
    checkpoint = folder.resolve("last.safetensors");
    original = Files.readAllBytes(checkpoint);
  }

  private float[] train(float[][] table, int steps) {
    QueryAttentionTraining training =
        new QueryAttentionTraining(AttentionScoring.DOT_PRODUCT, 2, steps, 0.1, 3, "cpu");
    QueryAttentionModel model = training.train(table, EXAMPLES, folder, TrainingListener.NONE);
    String name = AttentionScoring.DOT_PRODUCT.parameterShapes(3).keySet().iterator().next();
    return model.values(name).clone();
  }

  private void assertRejected(String problem) {
    assertThatThrownBy(() -> train(TABLE, 3))
        .isInstanceOf(TrainingException.class)
        .hasMessageStartingWith(checkpoint + ": ")
        .hasMessageContaining(problem)
        .hasMessageEndingWith("delete this file to train again from the start");
  }

  @Test
  void readsAnIntactCheckpoint() {
    assertThat(train(TABLE, 3)).isEqualTo(trained);
  }

  @Test
  void rejectsATruncatedCheckpoint() throws IOException {
    Files.write(checkpoint, Arrays.copyOf(original, original.length - 3));
    assertRejected("is damaged: ");
  }

  @Test
  void rejectsAChangedElement() throws IOException {
    byte[] changed = original.clone();
    changed[changed.length - 1] ^= 1;
    Files.write(checkpoint, changed);
    assertRejected("is damaged: wrong checksum ");
  }

  @Test
  void rejectsAChangedStep() throws IOException {
    String text = new String(original, StandardCharsets.ISO_8859_1);
    assertThat(text).contains("\"n:step\":\"3\"");
    Files.write(
        checkpoint,
        text.replace("\"n:step\":\"3\"", "\"n:step\":\"2\"").getBytes(StandardCharsets.ISO_8859_1));
    assertRejected("is damaged: wrong checksum ");
  }

  @Test
  void rejectsElementsThatAreNotFinite() throws IOException {
    byte[] changed = original.clone();
    Arrays.fill(changed, changed.length - 4, changed.length, (byte) 0xFF);
    Files.write(checkpoint, changed);
    assertRejected("has elements that are not finite");
  }

  @Test
  void rejectsOtherShapes() {
    float[][] wider = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
    assertThatThrownBy(() -> train(wider, 3))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("has shape");
  }

  @Test
  void rejectsOtherTensors() throws IOException {
    String text = new String(original, StandardCharsets.ISO_8859_1);
    int name = text.indexOf("\":{\"dtype");
    byte[] changed = original.clone();
    changed[name - 1] ^= 2;
    Files.write(checkpoint, changed);
    assertRejected("contains the state of another training, without the tensor ");
  }

  @Test
  void readsOrRejectsMutatedCheckpoints() throws IOException {
    mutate(200);
  }

  @Test
  @Tag("slow")
  void readsOrRejectsManyMutatedCheckpoints() throws IOException {
    mutate(5_000);
  }

  private void mutate(int times) throws IOException {
    for (int n = 0; n < times; n++) {
      long seed = new Random().nextLong();
      Random random = new Random(seed);
      byte[] changed = original.clone();
      int position = random.nextInt(changed.length);
      switch (random.nextInt(3)) {
        case 0 -> changed = Arrays.copyOf(changed, position);
        case 1 -> changed[position] ^= (byte) (1 << random.nextInt(8));
        default -> changed[position] = (byte) random.nextInt();
      }
      Files.write(checkpoint, changed);
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
