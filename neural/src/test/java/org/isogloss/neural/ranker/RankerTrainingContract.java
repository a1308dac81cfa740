// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.bytedeco.javacpp.Pointer;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the training of every ranker does; a class for each kind extends this. */
@RequiresTorch
public abstract class RankerTrainingContract {
  @TempDir public Path folder;

  private final String kind;

  /**
   * A kind's.
   *
   * @param kind that the recipe names
   */
  public RankerTrainingContract(String kind) {
    this.kind = kind;
  }

  @BeforeEach
  void writeInputs() throws IOException {
    RecipeFixtures.writeInputs(folder);
  }

  /** A small recipe of the kind, for what {@link RecipeFixtures#writeInputs} wrote. */
  public final Recipe recipe(String... overrides) throws IOException {
    return RecipeFixtures.of(kind, folder, overrides);
  }

  /** Remembers what was told. */
  public static final class Heard implements TrainingListener {
    private final List<Progress> progress = new ArrayList<>();
    private final List<Double> scores = new ArrayList<>();

    @Override
    public void progressReported(Progress made) {
      progress.add(made);
    }

    @Override
    public void validated(long step, Validation.Outcome outcome, boolean best) {
      scores.add(outcome.score());
    }

    public List<Double> scores() {
      return scores;
    }

    public Progress first() {
      return progress.getFirst();
    }

    public Progress last() {
      return progress.getLast();
    }
  }

  public final Heard train(Recipe recipe, String to) {
    Heard heard = new Heard();
    recipe.train(folder.resolve(to + ".work"), folder.resolve(to), "name: small\n", heard);
    return heard;
  }

  private byte[] weights(String model) throws IOException {
    return Files.readAllBytes(folder.resolve(model).resolve("model.safetensors"));
  }

  /** That a recipe is refused with a message, and no native memory stays behind. */
  public final void assertLeavesNothing(Recipe recipe, String message) {
    // The first time something may stay for the whole program.
    assertThatThrownBy(() -> train(recipe, "small")).hasMessageContaining(message);
    long before = Pointer.totalCount();
    assertThatThrownBy(() -> train(recipe, "small")).hasMessageContaining(message);
    // Fewer where the collector happens to free what others left.
    assertThat(Pointer.totalCount()).as(message).isLessThanOrEqualTo(before);
  }

  @Test
  void theSameSeedGivesTheSameWeightsToTheBit() throws IOException {
    String[] few = {"training.steps=12", "training.validate-every=0"};
    train(recipe(few), "one");
    train(recipe(few), "two");
    assertThat(weights("two")).isEqualTo(weights("one"));
    train(recipe(few[0], few[1], "seed=6"), "other");
    assertThat(weights("other")).isNotEqualTo(weights("one"));
  }

  @Test
  void aKilledProcessGoesOnAsIfNothingHadHappened() throws Exception {
    Process killed = process("killed");
    Path checkpoint = folder.resolve("killed.work/checkpoints/last.safetensors");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!Files.exists(checkpoint) && killed.isAlive() && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    // Some steps further, so that work is lost.
    Thread.sleep(150);
    assertThat(killed.isAlive()).as("killed before its end").isTrue();
    killed.destroyForcibly().waitFor();
    assertThat(process("killed").waitFor()).isZero();
    List<String> log = Files.readAllLines(folder.resolve("killed.losses"));
    Heard straight = train(RankerTrainingProcess.recipe(kind, folder), "straight");
    assertThat(weights("killed")).isEqualTo(weights("straight"));
    // What was told last for each step is the curve that an uninterrupted run has.
    Map<String, String> curve = new TreeMap<>();
    log.forEach(line -> curve.put(line.split(" ", 2)[0], line.split(" ", 2)[1]));
    straight.progress.forEach(
        made ->
            assertThat(curve.get(Long.toString(made.step())))
                .as("the loss at step %d", made.step())
                .isEqualTo(Double.toString(made.loss())));
  }

  private Process process(String to) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            RankerTrainingProcess.class.getName(),
            kind,
            folder.toString(),
            to)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(to + ".log").toFile()))
        .start();
  }

  @Test
  void whoListensCanStopAndGoOn() throws IOException {
    String[] few = {"training.steps=9", "training.validate-every=0", "training.log-every=1"};
    Recipe recipe = recipe(few);
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
    assertThatThrownBy(() -> recipe.train(work, folder.resolve("stopped"), "", stopping))
        .isInstanceOf(TrainingException.class)
        .hasMessage("stopped at step 4 of 9: the same command continues there");
    train(recipe, "stopped");
    train(recipe, "straight");
    assertThat(weights("stopped")).isEqualTo(weights("straight"));
  }

  @Test
  void aFolderThatHoldsSomethingIsNotWrittenOver() throws IOException {
    Files.createDirectories(folder.resolve("taken/inside"));
    Recipe fine = recipe();
    assertThatThrownBy(() -> train(fine, "taken")).hasMessageContaining("taken");
  }
}
