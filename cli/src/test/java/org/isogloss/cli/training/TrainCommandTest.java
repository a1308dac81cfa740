// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.cli.CommandTest;
import org.isogloss.core.io.FolderTree;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.neural.TrainingLog;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.neural.sparseencoder.SparseEncoderRecipe;
import org.isogloss.neural.staticencoder.StaticEncoderRecipe;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainCommandTest extends CommandTest {
  private static final int WIDTH = 12;

  /** Writes a bitext of forty two-letter words whose translations are the reversed words. */
  @BeforeEach
  void write() throws IOException {
    Path base = Files.createDirectories(folder.resolve("base"));
    List<String> pieces = new ArrayList<>(List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"));
    for (char c = 'a'; c <= 'z'; c++) {
      pieces.add(String.valueOf(c));
      pieces.add("##" + c);
    }
    Files.write(base.resolve("vocab.txt"), pieces);
    Random random = new Random(1);
    float[] rows = new float[pieces.size() * WIDTH];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian();
    }
    new SafetensorsWriter()
        .add("embeddings.word_embeddings.weight", rows, pieces.size(), WIDTH)
        .write(base.resolve("model.safetensors"));
    Path bitext = Files.createDirectories(folder.resolve("data/bitext")).resolve("en-de.tsv.gz");
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(bitext)), StandardCharsets.UTF_8)) {
      for (int i = 0; i < 200; i++) {
        String text = word(random) + " " + word(random) + " " + word(random);
        out.write(text + '\t' + new StringBuilder(text).reverse() + "\tmade\n");
      }
    }
    Files.writeString(
        folder.resolve("small.yaml"),
        """
        name: small
        model: {base: "${base}", dimension: 8}
        data: {bitext: "${data}/bitext", held-out: 10}
        batches: {pairs: 32, groups: 1}
        optimizer: {rows: {learning-rate: 1e-2}}
        training: {steps: 20, validate-every: 10, log-every: 5}
        """);
  }

  private static String word(Random random) {
    int number = random.nextInt(40);
    return "" + (char) ('a' + number % 20) + (char) ('c' + number / 2);
  }

  private int train(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "train",
                folder.resolve("small.yaml").toString(),
                "--to",
                folder.resolve("small").toString(),
                "--data",
                folder.resolve("data").toString(),
                "--define",
                "base=" + folder.resolve("base")));
    words.addAll(List.of(more));
    return isogloss(words.toArray());
  }

  @ParameterizedTest
  @ValueSource(strings = {"static", "bi-encoder", "sparse-encoder", "classifier"})
  void writesARecipeThatIsValid(String kind) throws IOException {
    Path recipe = folder.resolve("new.yaml");
    assertThat(isogloss("train", recipe, "--new", kind)).isZero();
    assertThat(err()).contains("Wrote the recipe to " + recipe + "; its first lines state");
    assertThat(Files.readString(recipe)).startsWith("# A ").contains("kind: " + kind);
    Map<String, Class<? extends Record>> kinds =
        Map.of(
            "static",
            StaticEncoderRecipe.class,
            "bi-encoder",
            BiEncoderRecipe.class,
            "sparse-encoder",
            SparseEncoderRecipe.class,
            "classifier",
            ClassifierRecipe.class);
    assertThat(
            new RecipeReader(Map.of("data", folder.toString()), List.of())
                .read(recipe, kinds, "none")
                .seed())
        .isEqualTo(1);
    assertThat(isogloss("train", recipe, "--new", kind)).isEqualTo(1);
    assertThat(err()).contains("new.yaml: already exists");
  }

  @Test
  void suggestsTheKindOfANewRecipe() {
    Path recipe = folder.resolve("new.yaml");
    assertThat(isogloss("train", recipe, "--new", "clasifier")).isEqualTo(1);
    assertThat(err()).contains("there is no such recipe: did you mean classifier?");
    assertThat(isogloss("train", recipe)).isEqualTo(1);
    assertThat(err()).contains("--to DIR is missing");
  }

  @Test
  void writesAModelFolderALogAndCurves() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    assertThat(train("--threads", "1")).as(err()).isZero();
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.dimension()).isEqualTo(8);
      assertThat(model.manifest().provenance().recipe())
          .contains("${data}")
          .doesNotContain(folder.toString());
    }
    Path work = folder.resolve("small.work");
    TrainingLog.LearningCurves curves = TrainingLog.read(work.resolve("training.jsonl"));
    assertThat(curves.losses().keySet()).containsExactly(5L, 10L, 15L, 20L);
    assertThat(curves.scores().keySet()).containsExactly(10L, 20L);
    assertThat(Files.readString(work.resolve("training.html"))).contains("<svg", "Validation");
    assertThat(train("--threads", "1")).as("a finished run, started again").isEqualTo(1);
    assertThat(err()).contains("small: already exists");
  }

  @Test
  void logsTheLastStepsOfAShortTraining() {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    String[] few = {
      "--threads", "1", "--set", "training.steps=7", "--set", "training.log-every=50"
    };
    assertThat(train(few)).as(err()).isZero();
    TrainingLog.LearningCurves curves =
        TrainingLog.read(folder.resolve("small.work/training.jsonl"));
    assertThat(curves.losses().keySet()).containsExactly(7L);
  }

  @Test
  void logsTheLastStepsOfAnEarlyStoppedTraining() {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    String[] still = {
      "--threads", "1",
      "--set", "optimizer.rows.learning-rate=1e-30",
      "--set", "training.validate-every=3",
      "--set", "training.patience=2",
      "--set", "training.log-every=5"
    };
    assertThat(train(still)).as(err()).isZero();
    TrainingLog.LearningCurves curves =
        TrainingLog.read(folder.resolve("small.work/training.jsonl"));
    assertThat(curves.scores().keySet())
        .as("two no better than the first")
        .containsExactly(3L, 6L, 9L);
    assertThat(curves.losses().keySet()).containsExactly(5L, 9L);
  }

  @Test
  void reportsUserErrorsInOneLine() {
    assertThat(train("--threads", "0")).isNotZero();
    assertThat(train("--set", "training.stepps=3")).isNotZero();
    assertThat(err())
        .contains("--threads is 0, expected 1 or more")
        .contains("unknown key \"stepps\": did you mean steps?")
        .doesNotContain("\tat ");
  }

  @Test
  void namesTheOptionOfTheWorkFolderIfItBelongsToAnotherRecipe() throws IOException {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    String[] few = {"--threads", "1", "--set", "training.steps=3"};
    String[] narrower = {"--threads", "1", "--set", "model.dimension=6"};
    assertThat(train(few)).as(err()).isZero();
    FolderTree.deleteIfExists(folder.resolve("small"));
    assertThat(train(narrower)).isEqualTo(1);
    assertThat(err())
        .contains("isogloss: " + folder.resolve("small.work"), "use another folder")
        .endsWith("(--work DIR)\n");
  }

  private Process startLongTraining(Path work) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            "org.isogloss.cli.Isogloss",
            "train",
            folder.resolve("small.yaml").toString(),
            "--to",
            folder.resolve("small").toString(),
            "--work",
            work.toString(),
            "--data",
            folder.resolve("data").toString(),
            "--define",
            "base=" + folder.resolve("base"),
            "--threads",
            "1",
            "--set",
            "training.steps=100000000",
            "--set",
            "training.validate-every=200",
            "--set",
            "training.log-every=100")
        .redirectErrorStream(true)
        .start();
  }

  private static String await(BufferedReader output, String part) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      all.append(line).append('\n');
      if (line.contains(part)) {
        return line;
      }
    }
    throw new AssertionError("the process ended without \"" + part + "\":\n" + all);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
  void writesACheckpointWhenItIsTerminated() throws Exception {
    assumeTrue(
        torch.class.getResource("/org/bytedeco/pytorch/" + Loader.getPlatform() + "/") != null,
        "no libtorch for " + Loader.getPlatform() + " on the class path");
    Path work = folder.resolve("work");
    Path checkpoint = work.resolve("checkpoints/last.safetensors");
    Process first = startLongTraining(work);
    try (BufferedReader output = first.inputReader()) {
      await(output, "step 200: validation");
      assertThat(train("--work", work.toString())).isEqualTo(1);
      assertThat(err())
          .contains(work + ": another training, of the process " + first.pid() + ", uses")
          .contains("(--work DIR)");
      assertThat(checkpoint).doesNotExist();
      first.toHandle().destroy(); // Leaves its output open.
      output.lines().forEach(line -> assertThat(line).doesNotContain("internal error"));
      assertThat(first.waitFor()).isEqualTo(143);
      assertThat(checkpoint).exists();
    } finally {
      first.destroyForcibly().waitFor();
    }
    Process second = startLongTraining(work);
    try (BufferedReader output = second.inputReader()) {
      assertThat(await(output, "resuming from step")).doesNotEndWith("step 0");
    } finally {
      second.destroyForcibly().waitFor();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).noneMatch(file -> file.getFileName().toString().startsWith("corpus-"));
    }
  }
}
