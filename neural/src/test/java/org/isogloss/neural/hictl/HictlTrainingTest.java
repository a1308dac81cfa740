// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.neural.recipe.RecipeReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HictlTrainingTest extends FineTuningContract {
  private static final String WORDS = "embeddings.word_embeddings.weight";

  HictlTrainingTest() {
    super("hictl");
  }

  @Test
  void learnsTranslationRetrieval() throws IOException {
    Recorder recorder =
        train(
            recipe(
                "training.validate-first=true",
                "batches.monolingual=0.2",
                "objectives={sentence: {scale: 10}}"),
            "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss() * 0.9);
    assertThat(recorder.scores().getLast()).isGreaterThan(recorder.scores().getFirst());
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.encoding().pooling()).as("as in the paper").isEqualTo(Pooling.CLS);
      assertThat(model.encoding().maxLength()).isEqualTo(48);
    }
    try (Safetensors tensors = Safetensors.open(folder.resolve("small"))) {
      assertThat(tensors.tensors().keySet()).noneMatch(name -> name.startsWith("projection"));
    }
  }

  @Test
  void learnsFromTextWithoutTranslations() throws IOException {
    Path text = Files.createDirectory(folder.resolve("text"));
    Files.writeString(text.resolve("sw.txt"), "Nyumba ya zamani.\n\nMlango mwekundu.\n");
    Files.writeString(text.resolve("it-department.txt"), "no text of a language");
    String[] overrides = {
      "data.monolingual=" + text, "objectives={sentence: {scale: 10}, mlm: {}}"
    };
    Recorder recorder = train(recipe(overrides), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
    assertThat(recorder.first().losses().get("mlm")).isPositive();
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .contains("monolingual/sw.txt")
          .doesNotContain("monolingual/it-department.txt");
    }
    assertThatThrownBy(
            () -> train(recipe("data.monolingual=" + text, "data.languages=[en, de]"), "none"))
        .hasMessageContaining("has no text of en, de, expected files such as de.txt.gz");
  }

  // HICTL* of the paper: a second phase on the pairs of the task, which then trains less.
  @Test
  void adaptsToTheTextOfATaskThatItThenTranslates() throws IOException {
    Recorder untrained = train(adaptive("bert-language-model"), "untrained");
    train(recipe("objectives={sentence: {scale: 10}, word: {negatives: 40}}"), "first");
    Recorder adapted = train(adaptive("first"), "adapted");
    assertThat(adapted.first().loss()).isLessThan(untrained.first().loss());
    assertThat(adapted.last().loss()).isLessThan(adapted.first().loss());
    Recorder translation =
        train(
            RecipeFixtures.translation(
                folder, "model.base=" + folder.resolve("adapted"), "training.steps=20"),
            "translation");
    assertThat(translation.last().loss()).isLessThan(translation.first().loss());
  }

  private Recipe adaptive(String base) throws IOException {
    return recipe(
        "model.base=" + folder.resolve(base),
        "batches.monolingual=0",
        "objectives={sentence: {scale: 10}, word: {negatives: 40}}",
        "training.steps=30");
  }

  @Test
  void shippedRecipeOfTheSecondPhaseReadsOnlyTranslations() {
    HictlRecipe recipe =
        (HictlRecipe)
            new RecipeReader(Map.of("base", "hictl", "data", "data"), List.of())
                .read(
                    Path.of("..", "recipes", "hictl-adaptive.yaml"),
                    Map.of("hictl", HictlRecipe.class),
                    "hictl");
    assertThat(recipe.batches().monolingual()).isZero();
    assertThat(recipe.data().languages()).containsExactly("en", "de");
    assertThat(recipe.objectives().mlm()).isEmpty();
  }

  @Test
  void reportsTheLossOfEachObjective() throws IOException {
    Recorder recorder = train(recipe("training.steps=4", "training.log-every=4"), "small");
    assertThat(recorder.first().losses())
        .containsOnlyKeys("sentence", "word", "word-above-chance", "mlm", "tlm");
    double sum = 0;
    for (String name : List.of("sentence", "word", "mlm", "tlm")) {
      assertThat(recorder.first().losses().get(name)).as(name).isFinite().isPositive();
      sum += recorder.first().losses().get(name);
    }
    assertThat(recorder.first().loss()).isCloseTo(sum, within(1e-5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sentence", "word", "mlm", "tlm"})
  void eachObjectiveWorksAlone(String name) throws IOException {
    Recorder recorder =
        train(recipe("objectives={" + name + ": {}}", "training.steps=30"), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
  }

  @Test
  void wordLossChangesTheWordEmbedding() throws IOException {
    train(
        recipe("objectives={word: {negatives: 8}}", "training.steps=3", "model.dropout=0"),
        "small");
    try (Safetensors before = Safetensors.open(folder.resolve("bert-language-model"));
        Safetensors after = Safetensors.open(folder.resolve("small"))) {
      assertThat(after.floats(WORDS)).isNotEqualTo(before.floats("bert." + WORDS));
    }
  }

  @Test
  void closesAllResourcesIfTheHeadIsInvalid() throws IOException {
    Path base = folder.resolve("bert-language-model");
    SafetensorsWriter headless = new SafetensorsWriter();
    try (Safetensors tensors = Safetensors.open(base)) {
      tensors
          .tensors()
          .forEach(
              (name, info) -> {
                if (!name.equals("cls.predictions.bias")) {
                  long[] shape = info.shape().stream().mapToLong(Long::longValue).toArray();
                  headless.add(name, tensors.floats(name), shape);
                }
              });
    }
    Files.delete(base.resolve(Safetensors.FILE));
    headless.write(base.resolve(Safetensors.FILE));
    assertLeavesNothing(recipe(), "cls.predictions.bias");
  }

  @Test
  void shippedRecipeHasTheSettingsOfThePaper() {
    HictlRecipe recipe =
        (HictlRecipe)
            new RecipeReader(Map.of("mbert", "mbert", "data", "data"), List.of())
                .read(
                    Path.of("..", "recipes", "hictl-mbert.yaml"),
                    Map.of("hictl", HictlRecipe.class),
                    "hictl");
    assertThat(recipe.batches().pairs()).isEqualTo(32);
    assertThat(recipe.model().maxLength()).isEqualTo(128);
    assertThat(recipe.optimizer().learningRate()).isEqualTo(2.5e-5);
    assertThat(recipe.optimizer().weightDecay()).isZero();
    assertThat(recipe.objectives().word().orElseThrow().negatives()).isEqualTo(512);
    assertThat(recipe.objectives().sentence().orElseThrow().scale()).isEqualTo(1);
  }

  @Test
  void rejectsInvalidSettingsBeforeTraining() {
    assertThatThrownBy(() -> recipe("objectives={}"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("objectives is empty, expected one or more of sentence, word");
    assertThatThrownBy(() -> recipe("objectives={contrast: {}}"))
        .hasMessageContaining("unknown key \"contrast\"");
    assertThatThrownBy(() -> recipe("batches.monolingual=2"))
        .hasMessageContaining("monolingual is 2.0");
    assertThatThrownBy(() -> recipe("objectives.word.negatives=0"))
        .hasMessageContaining("negatives is 0");
    assertThatThrownBy(() -> recipe("data={judged: {examples: \"x.jsonl\"}}"))
        .hasMessageContaining("hictl needs data.bitext, data.documentation or");
  }
}
