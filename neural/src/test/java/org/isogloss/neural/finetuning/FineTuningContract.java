// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bytedeco.javacpp.Pointer;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.train.KilledTraining;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every fine-tuning of a transformer must pass; each kind of recipe extends this class.
 */
@RequiresTorch
public abstract class FineTuningContract {
  @TempDir public Path folder;

  private final String kind;

  /**
   * Creates the tests of a kind of recipe.
   *
   * @param kind kind in the recipe
   */
  public FineTuningContract(String kind) {
    this.kind = kind;
  }

  @BeforeEach
  void writeInputs() throws IOException {
    RecipeFixtures.writeInputs(folder);
  }

  /** Returns a small recipe of the kind for the inputs of {@link RecipeFixtures#writeInputs}. */
  public final Recipe recipe(String... overrides) throws IOException {
    return RecipeFixtures.of(kind, folder, overrides);
  }

  /** Records what the training reports. */
  public static final class Recorder implements TrainingListener {
    private final List<Progress> progress = new ArrayList<>();
    private final List<Double> scores = new ArrayList<>();
    private final List<String> messages = new ArrayList<>();

    @Override
    public void progressReported(Progress report) {
      progress.add(report);
    }

    @Override
    public void validated(long step, Validation.Outcome outcome, boolean best) {
      scores.add(outcome.score());
    }

    @Override
    public void messageReported(String message) {
      messages.add(message);
    }

    public List<String> messages() {
      return messages;
    }

    public List<Double> scores() {
      return scores;
    }

    public List<Progress> reports() {
      return progress;
    }

    public Progress first() {
      return progress.getFirst();
    }

    public Progress last() {
      return progress.getLast();
    }
  }

  public final Recorder train(Recipe recipe, String to) {
    Recorder recorder = new Recorder();
    recipe.train(folder.resolve(to + ".work"), folder.resolve(to), "name: small\n", recorder);
    return recorder;
  }

  private byte[] weights(String model) throws IOException {
    return Files.readAllBytes(folder.resolve(model).resolve("model.safetensors"));
  }

  /** Asserts that a recipe is rejected with a message, without a leak of native memory. */
  public final void assertLeavesNothing(Recipe recipe, String message) {
    // The first call may allocate memory that stays for the whole process.
    assertThatThrownBy(() -> train(recipe, "small")).hasMessageContaining(message);
    long before = Pointer.totalCount();
    assertThatThrownBy(() -> train(recipe, "small")).hasMessageContaining(message);
    // Lower if the garbage collector has freed memory of other tests.
    assertThat(Pointer.totalCount()).as(message).isLessThanOrEqualTo(before);
  }

  @Test
  void isBitReproducibleWithTheSameSeed() throws IOException {
    String[] overrides = {"training.steps=12", "training.validate-every=0"};
    train(recipe(overrides), "one");
    train(recipe(overrides), "two");
    assertThat(weights("two")).isEqualTo(weights("one"));
    train(recipe(overrides[0], overrides[1], "seed=6"), "other");
    assertThat(weights("other")).isNotEqualTo(weights("one"));
  }

  /** One subclass runs it by default, too. */
  @Test
  @Tag("slow")
  protected void resumesAfterTheProcessWasKilled() throws Exception {
    KilledTraining.run(FineTuningProcess.class, kind, folder.toString(), "killed");
    Map<Long, Double> losses = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve("killed.losses"))) {
      String[] fields = line.split(" ", -1);
      losses.put(Long.parseLong(fields[0]), Double.parseDouble(fields[1]));
    }
    Recipe recipe = FineTuningProcess.recipe(kind, folder);
    Recorder resumed = train(recipe, "killed");
    assertThat(resumed.first().step()).as("first step after resuming").isGreaterThan(1);
    Recorder uninterrupted = train(recipe, "uninterrupted");
    assertThat(weights("killed")).isEqualTo(weights("uninterrupted"));
    // The last report of each step must be the same as in an uninterrupted run.
    resumed.progress.forEach(report -> losses.put(report.step(), report.loss()));
    uninterrupted.progress.forEach(
        report ->
            assertThat(losses.get(report.step()))
                .as("the loss at step %d", report.step())
                .isEqualTo(report.loss()));
  }

  @Test
  void resumesAfterTheListenerStoppedTheTraining() throws IOException {
    String[] overrides = {"training.steps=9", "training.validate-every=0", "training.log-every=1"};
    Recipe recipe = recipe(overrides);
    TrainingListener stopping =
        new TrainingListener() {
          private long step;

          @Override
          public void progressReported(Progress progress) {
            step = progress.step();
          }

          @Override
          public boolean shouldStop() {
            return step == 4;
          }
        };
    Path work = folder.resolve("stopped.work");
    assertThatThrownBy(
            () -> recipe.train(work, folder.resolve("stopped"), "name: small\n", stopping))
        .isInstanceOf(TrainingException.class)
        .hasMessage("stopped at step 4 of 9: start the training again to resume there");
    train(recipe, "stopped");
    train(recipe, "uninterrupted");
    assertThat(weights("stopped")).isEqualTo(weights("uninterrupted"));
  }

  @Test
  void resumesOnlyFromCheckpointsOfTheSameRecipe() throws IOException {
    Recipe recipe = recipe("training.steps=2", "training.validate-every=0");
    Path work = folder.resolve("work");
    recipe.train(
        work, folder.resolve("one"), "seed: 1\ntraining:\n  steps: 2\n", TrainingListener.NONE);
    assertThatThrownBy(
            () ->
                recipe.train(
                    work,
                    folder.resolve("two"),
                    "seed: 2\ntraining:\n  steps: 2\n",
                    TrainingListener.NONE))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("\"seed: 1\" where this one has \"seed: 2\"");
    assertThat(folder.resolve("two")).doesNotExist();
    recipe("training.steps=3", "training.validate-every=0")
        .train(
            work,
            folder.resolve("longer"),
            "# It may last longer.\nseed: 1\ntraining:\n  steps: 3\n",
            TrainingListener.NONE);
    assertThat(folder.resolve("longer")).isNotEmptyDirectory();
  }

  @Test
  void doesNotOverwriteANonEmptyFolder() throws IOException {
    Files.createDirectories(folder.resolve("nonEmpty/inside"));
    Recipe recipe = recipe();
    assertThatThrownBy(() -> train(recipe, "nonEmpty")).hasMessageContaining("nonEmpty");
  }
}
