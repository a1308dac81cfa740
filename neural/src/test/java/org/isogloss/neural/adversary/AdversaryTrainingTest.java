// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.adversary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trains a bi-encoder with an adversary; the contract is that of a whole alternation. */
class AdversaryTrainingTest extends FineTuningContract {
  private static final String TOP = "encoder.layer.1.output.dense.weight";
  private static final String BELOW = "encoder.layer.0.output.dense.weight";

  private Path texts;

  AdversaryTrainingTest() {
    super("adversarial bi-encoder");
  }

  @BeforeEach
  void writeTexts() throws IOException {
    texts = folder.resolve("texts.jsonl");
    List<String> lines = new ArrayList<>();
    for (String pair : CorpusFixtures.pairs().subList(0, 40)) {
      String[] sides = pair.split("\t", -1);
      lines.add(line("en", sides[0]));
      lines.add(line("de", sides[1]));
    }
    Files.write(texts, lines);
  }

  private static String line(String language, String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return "{\"language\": \"%s\", \"text\": \"%s\", \"query\": \"%s\"}"
        .formatted(language, escaped, escaped.split(" ", -1)[0]);
  }

  @Test
  void alternatesWithTheOtherObjectives() throws IOException {
    Recorder recorder = train(recipe("training.steps=3", "training.log-every=3"), "small");
    assertThat(recorder.first().losses())
        .containsOnlyKeys(
            "contrast",
            "discriminator",
            "discriminator/accuracy",
            "generator",
            "generator/accuracy");
  }

  private float[] weights(String model, String name) {
    try (Safetensors tensors = Safetensors.open(folder.resolve(model))) {
      return tensors.floats(name);
    }
  }

  private float[] baseWeights(String name) {
    return weights("bert-language-model", "bert." + name);
  }

  @Test
  void discriminatorsTurnLeavesTheEncoderAndGeneratorsTurnAllButTheTopLayer() throws IOException {
    // The first turn has a rate that is too low to change a float.
    String still = "optimizer.learning-rate=1e-30";
    train(recipe(still, "training.steps=2", "training.validate-every=0"), "two");
    assertThat(weights("two", TOP)).isEqualTo(baseWeights(TOP));
    train(recipe(still, "training.steps=3", "training.validate-every=0"), "three");
    assertThat(weights("three", TOP)).isNotEqualTo(baseWeights(TOP));
    assertThat(weights("three", BELOW)).isEqualTo(baseWeights(BELOW));
  }

  @Test
  void readsTextsOrTranslationsAndTheirTerms() throws IOException {
    for (String adversary :
        List.of(
            "{}",
            "{vectors: terms, layers: 2}",
            "{vectors: terms, role: query, generator-steps: 2}",
            "{texts: \"" + texts + "\"}",
            "{texts: \"" + texts + "\", vectors: shared-terms}",
            "{source: de}")) {
      Recorder recorder =
          train(
              recipe(
                  "objectives.adversary=" + adversary,
                  "training.steps=6",
                  "training.log-every=6",
                  "training.validate-every=0"),
              "model-" + adversary.hashCode());
      assertThat(recorder.last().losses().get("discriminator")).as(adversary).isPositive();
    }
  }

  /** With two steps of the generator, the third step of a turn is the second one of it. */
  @Test
  void theGeneratorMayMakeSeveralStepsInATurn() throws IOException {
    String[] steps = {
      "objectives.adversary={generator-steps: 2}", "training.steps=8", "training.log-every=1"
    };
    List<String> losses = new ArrayList<>();
    for (TrainingListener.Progress progress : train(recipe(steps), "twice").reports()) {
      losses.add(
          progress.losses().keySet().stream().filter(key -> !key.contains("/")).findFirst().get());
    }
    assertThat(losses)
        .startsWith("contrast", "discriminator", "generator", "generator", "contrast");
  }

  @Test
  void namesTheFileOfTextsAmongTheSources() throws IOException {
    train(recipe("objectives.adversary={texts: \"" + texts + "\"}", "training.steps=3"), "small");
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .contains("adversary/texts.jsonl");
    }
  }

  @Test
  void shippedRecipesHaveTheSettingsOfThePaper() {
    Map<String, String> variables = Map.of("mbert", "mbert", "examples", "examples");
    BiEncoderRecipe adversarial =
        (BiEncoderRecipe)
            new RecipeReader(variables, List.of())
                .read(
                    Path.of("..", "recipes", "adversarial-mbert.yaml"),
                    Map.of("bi-encoder", BiEncoderRecipe.class),
                    "bi-encoder");
    assertThat(adversarial.objectives().triplet().orElseThrow().eta()).isEqualTo(0.1);
    assertThat(adversarial.adversaryTexts()).contains(Path.of("examples/texts.jsonl"));
    AdversaryOptions adversary = adversarial.objectives().adversary().orElseThrow();
    assertThat(adversary.layers()).as("the top layer").isEqualTo(1);
    CrossEncoderRecipe baseline =
        (CrossEncoderRecipe)
            new RecipeReader(variables, List.of())
                .read(
                    Path.of("..", "recipes", "interaction-mbert.yaml"),
                    Map.of("cross-encoder", CrossEncoderRecipe.class),
                    "cross-encoder");
    assertThat(baseline.model().base()).isEqualTo(Path.of("mbert"));
  }

  @Test
  void rejectsTextsAndSettingsThatDoNotFit() throws IOException {
    assertThatThrownBy(() -> recipe("objectives.adversary={vectors: shared-terms}"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("vectors is shared-terms, but translations have no queries");
    assertThatThrownBy(() -> recipe("training.accumulate=2"))
        .hasMessageContaining("training.accumulate is 2, expected 1: with an adversary");
    assertThatThrownBy(() -> recipe("objectives={adversary: {}}"))
        .hasMessageContaining("objectives is empty, expected one or more of contrast");
    assertThatThrownBy(() -> recipe("objectives.adversary.layers=0"))
        .hasMessageContaining("layers is 0");
    assertLeavesNothing(
        recipe("objectives.adversary.layers=3"), "adversary.layers is 3, but the model has 2");
    assertLeavesNothing(
        recipe("objectives.adversary.source=fr"), "no training pair has a side in fr");
    Recipe withTexts = recipe("objectives.adversary={texts: \"" + texts + "\"}");
    Files.writeString(texts, line("en", "one") + "\n" + line("en", "two") + "\n");
    assertThatThrownBy(() -> train(withTexts, "small"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("has 2 texts in the source language en and 0 in other languages");
    Files.writeString(texts, line("en", "one") + "\n{\"language\": \"de\"}\n");
    assertThatThrownBy(() -> train(withTexts, "small"))
        .hasMessageContaining("texts.jsonl:2: has no \"text\"; it has \"language\"");
    Files.writeString(texts, "{\"language\": \"?\", \"text\": \"x\"}\n");
    assertThatThrownBy(() -> train(withTexts, "small"))
        .hasMessageContaining("texts.jsonl:1: \"language\" is \"?\", expected a language code");
    Recipe sharedTerms =
        recipe("objectives.adversary={vectors: shared-terms, texts: \"" + texts + "\"}");
    Files.writeString(texts, line("en", "one") + "\n{\"language\": \"de\", \"text\": \"eins\"}\n");
    assertThatThrownBy(() -> train(sharedTerms, "small"))
        .hasMessageContaining("the text \"eins\" has no query");
  }
}
