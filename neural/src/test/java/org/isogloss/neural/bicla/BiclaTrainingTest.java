// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.isogloss.core.Language;
import org.isogloss.lexical.wordvector.WordVectors;
import org.isogloss.modelio.bicla.BiclaFiles;
import org.isogloss.modelio.bicla.WordTable;
import org.isogloss.modelio.embedding.FloatEmbeddings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Torch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Trains on two artificial languages: word {@code ei} translates word {@code di}, and the German
 * vectors are the English ones after a rotation of the coordinates.
 */
@RequiresTorch
class BiclaTrainingTest {
  private static final int WORDS = 60;
  private static final int DIMENSION = 12;
  private static final int PAIRS = 80;

  private static final String RECIPE =
      """
      kind: bicla
      name: artificial
      seed: 3
      languages: {first: de, second: en}
      vectors:
        files: {de: "${data}/de.vec", en: "${data}/en.vec"}
        dictionaries: {de: "${data}/en-de.tsv"}
      data: {bitext: "${data}/bitext", held-out: 20}
      model: {hidden-size: 8}
      negatives: {random: 1, nearest: 1}
      batches: {pairs: 4}
      optimizer: {learning-rate: 0.01}
      training: {steps: 24, validate-every: 8, log-every: 8}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeData() throws IOException {
    Torch.setThreads(1);
    SplittableRandom random = new SplittableRandom(1);
    List<String> english = new ArrayList<>();
    List<String> german = new ArrayList<>();
    float[] values = new float[WORDS * DIMENSION];
    float[] rotated = new float[values.length];
    StringBuilder dictionary = new StringBuilder();
    for (int i = 0; i < WORDS; i++) {
      english.add("e" + i);
      german.add("d" + i);
      dictionary.append("e" + i + "\td" + i + "\n");
      for (int d = 0; d < DIMENSION; d++) {
        values[i * DIMENSION + d] = (float) (random.nextDouble() - 0.5);
        rotated[i * DIMENSION + (d + 1) % DIMENSION] = values[i * DIMENSION + d];
      }
    }
    // A stop word in each language, which the model must not know.
    english.set(0, "the");
    german.set(0, "der");
    WordVectors.of(english, DIMENSION, values).write(folder.resolve("en.vec"));
    WordVectors.of(german, DIMENSION, rotated).write(folder.resolve("de.vec"));
    Files.writeString(folder.resolve("en-de.tsv"), dictionary);
    Files.createDirectory(folder.resolve("bitext"));
    try (BufferedWriter out =
        new BufferedWriter(
            new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(folder.resolve("bitext/en-de.tsv.gz"))),
                StandardCharsets.UTF_8))) {
      for (int i = 0; i < PAIRS; i++) {
        int[] words = random.ints(3 + random.nextInt(3), 1, WORDS).toArray();
        for (String prefix : List.of("e", "d")) {
          out.write(String.join(" ", Arrays.stream(words).mapToObj(w -> prefix + w).toList()));
          out.write("\t");
        }
        out.write("artificial\n");
      }
      out.write("e1 the e2\td1 der d2\ttoo few words\n");
    }
  }

  private BiclaRecipe recipe(String... overrides) {
    return new RecipeReader(Map.of("data", folder.toString()), List.of(overrides))
        .parse("recipe", RECIPE.replace("kind: bicla\n", ""), BiclaRecipe.class);
  }

  private BiclaFiles train(BiclaRecipe recipe, String name, TrainingListener listener) {
    recipe.train(folder.resolve(name + ".work"), folder.resolve(name), "the recipe", listener);
    return BiclaFiles.read(folder.resolve(name));
  }

  @Test
  void writesAModelFolder() {
    List<String> messages = new ArrayList<>();
    BiclaFiles model =
        train(
            recipe(),
            "model",
            new TrainingListener() {
              @Override
              public void messageReported(String message) {
                messages.add(message);
              }
            });
    assertThat(messages)
        .contains("60 pairs to train on, 20 held out; seed 3")
        .anyMatch(message -> message.matches("mapped .* to .* by 59 pairs of words"));
    assertThat(model.words()).extracting(WordTable::language).containsExactly(de(), en());
    assertThat(model.words().get(0).words()).hasSize(WORDS - 1).doesNotContain("der");
    // The map undoes the rotation.
    assertThat(cosine(model.words().get(0), model.words().get(1), 10)).isGreaterThan(0.99);
    ModelManifest manifest = ModelManifest.read(folder.resolve("model"));
    assertThat(manifest.provenance().sources())
        .extracting(source -> source.name())
        .containsExactly(
            "vectors/de.vec", "vectors/en.vec", "dictionaries/en-de.tsv", "bitext/en-de.tsv.gz");
    assertThat(manifest.provenance().results())
        .singleElement()
        .satisfies(result -> assertThat(result.measure()).isEqualTo("hinge loss"));
  }

  private static Language de() {
    return Language.of("de");
  }

  private static Language en() {
    return Language.of("en");
  }

  private static double cosine(WordTable a, WordTable b, int row) {
    float[] x = a.vectors().vector(row);
    float[] y = b.vectors().vector(row);
    double dot = 0;
    double xx = 0;
    double yy = 0;
    for (int d = 0; d < x.length; d++) {
      dot += x[d] * y[d];
      xx += x[d] * x[d];
      yy += y[d] * y[d];
    }
    return dot / Math.sqrt(xx * yy);
  }

  @Test
  void aTrainingThatWasStoppedMakesTheSameModel() {
    BiclaFiles whole = train(recipe(), "whole", TrainingListener.NONE);
    int[] steps = {0};
    TrainingListener stopping =
        new TrainingListener() {
          @Override
          public boolean shouldStop() {
            return ++steps[0] == 13;
          }
        };
    assertThatThrownBy(() -> train(recipe(), "stopped", stopping))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("stopped at step 13 of 24");
    BiclaFiles resumed = train(recipe(), "stopped", TrainingListener.NONE);
    whole
        .parameters()
        .forEach((name, values) -> assertThat(resumed.parameters().get(name)).isEqualTo(values));
  }

  /** Returns the validation of held-out pairs before and after a training. */
  private List<Map<String, Double>> validations(int steps, String... overrides) {
    List<Map<String, Double>> validations = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void validated(long step, Validation.Outcome outcome, boolean best) {
            validations.add(outcome.details());
          }
        };
    List<String> all = new ArrayList<>(List.of(overrides));
    all.add("training.steps=" + steps);
    all.add("training.validate-every=" + steps);
    all.add("training.validate-first=true");
    train(recipe(all.toArray(String[]::new)), "model-" + steps, listener);
    return validations;
  }

  @Test
  void learnsToOrderTranslationsBeforeOtherSentences() {
    List<Map<String, Double>> validations = validations(250);
    assertThat(validations.getFirst().get("hinge")).isBetween(0.5, 1.0);
    assertThat(validations.getLast().get("hinge")).isLessThan(0.4);
  }

  /** The vectors of translations are equal here, so that AGG knows them without training. */
  @Test
  void startsFromAggAndLearns() {
    List<Map<String, Double>> validations =
        validations(
            50,
            "model.initialisation=agg",
            "model.aggregation=unit",
            "optimizer.learning-rate=1e-3");
    assertThat(validations.getFirst().get("ordered")).isGreaterThan(0.95);
    assertThat(validations.getFirst().get("hinge")).isLessThan(0.6);
    assertThat(validations.getLast().get("hinge")).isLessThan(validations.getFirst().get("hinge"));
  }

  /** The settings of the code that the authors released, with each part of it in the model. */
  @Test
  void trainsTheReleasedVariant() {
    BiclaFiles model =
        train(
            recipe(
                "model.aggregation=softmax",
                "model.reduction=true",
                "model.initialisation=released",
                "vectors.unit-length=false",
                "vectors.precision=fp32",
                "vectors.numbers=true",
                "objective.regulariser=squared-norm"),
            "released",
            TrainingListener.NONE);
    assertThat(model.architecture().stateSize()).isEqualTo(8);
    WordTable german = model.words().getFirst();
    assertThat(german.vectors()).isInstanceOf(FloatEmbeddings.class);
    assertThat(german.words()).hasSize(WORDS).endsWith(WordTable.NUMBER);
    float[] number = new float[DIMENSION];
    Arrays.fill(number, 0.2f);
    assertThat(german.vectors().vector(WORDS - 1)).isEqualTo(number);
    // Mapped vectors keep the length of the file.
    double length = length(WordVectors.read(folder.resolve("de.vec"), WORDS).vector(10));
    assertThat(length).isNotCloseTo(1, within(0.01));
    assertThat(length(german.vectors().vector(9))).isCloseTo(length, within(1e-5));
  }

  private static double length(float[] vector) {
    double squares = 0;
    for (float value : vector) {
      squares += value * value;
    }
    return Math.sqrt(squares);
  }

  @Test
  void learnsWithTwoEncoders() {
    BiclaFiles model =
        train(recipe("model.share-encoder=false"), "separate", TrainingListener.NONE);
    assertThat(model.parameters())
        .containsKeys("lstm.first.weight_ih_l0", "lstm.second.weight_ih_l0");
    assertThat(model.parameters().get("lstm.first.weight_ih_l0"))
        .isNotEqualTo(model.parameters().get("lstm.second.weight_ih_l0"));
  }

  @Test
  void refusesARecipeThatDoesNotFit() {
    assertThatThrownBy(() -> recipe("model.initialisation=agg"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("expected reduction false and aggregation mean, softmax or unit");
    assertThatThrownBy(() -> recipe("compute.bf16=true"))
        .hasMessageContaining("BiCLA is trained in single precision");
    assertThatThrownBy(() -> train(recipe("compute.device=cuda:98"), "none", TrainingListener.NONE))
        .isInstanceOf(TrainingException.class)
        .hasMessageStartingWith("compute.device is cuda:98, but ");
    assertThatThrownBy(() -> recipe("languages.first=fr"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("expected also fr");
    assertThatThrownBy(() -> recipe("languages.first=en"))
        .hasMessageContaining("first and second are both en");
    assertThatThrownBy(() -> recipe("vectors.pivot=de"))
        .hasMessageContaining(
            "dictionaries has [de], expected the languages of files except the pivot: [en]");
    assertThatThrownBy(() -> recipe("negatives.random=0", "negatives.nearest=0"))
        .hasMessageContaining("random + nearest is 0");
    assertThatThrownBy(() -> train(recipe("data.min-words=30"), "none", TrainingListener.NONE))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("none has 30 to 40 words with vectors on both sides");
  }
}
