// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.answer.AnswersRecipe;
import org.isogloss.neural.bicla.BiclaRecipe;
import org.isogloss.neural.biencoder.BiEncoderObjectiveOptions;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.classifier.ClassifierRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.neural.loss.InBatchNegatives;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.sparseencoder.SparseEncoderRecipe;
import org.isogloss.neural.staticencoder.StaticEncoderRecipe;
import org.isogloss.neural.tagger.TaggerRecipe;
import org.isogloss.neural.translation.TranslationRecipe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeReaderTest {
  private static final String RECIPE =
      """
      name: small
      model:
        base: ${mbert}
      data:
        bitext: ${data}/bitext
      batches:
        shares: {bitext: 3, pivot: 0.5}
      optimizer:
        rows: {learning-rate: 4e-3}
      training:
        steps: 100
      """;

  private static StaticEncoderRecipe read(String yaml, String... overrides) {
    return new RecipeReader(Map.of("data", "/d", "mbert", "/m"), List.of(overrides))
        .parse("small.yaml", yaml, StaticEncoderRecipe.class);
  }

  @Test
  void readsIntoRecordsWithDefaultsAndVariables() {
    StaticEncoderRecipe recipe = read(RECIPE);
    assertThat(recipe.model().base()).hasToString("/m");
    assertThat(recipe.data().bitext().orElseThrow()).hasToString("/d/bitext");
    assertThat(recipe.batches().pairs()).isEqualTo(1024);
    assertThat(recipe.batches().shares()).containsEntry("bitext", 3.0).containsEntry("pivot", 0.5);
    assertThat(recipe.optimizer().weights()).isEmpty();
    assertThat(recipe.optimizer().schedule().kind()).isEqualTo(LearningRateSchedule.Kind.LINEAR);
  }

  @Test
  void appliesOverrides() {
    StaticEncoderRecipe recipe =
        read(RECIPE, "training.steps=7", "objective.negatives=both-sides", "data.leave-out=[a, b]");
    assertThat(recipe.training().steps()).isEqualTo(7);
    assertThat(recipe.objective().negatives()).isEqualTo(InBatchNegatives.BOTH_SIDES);
    assertThat(recipe.data().leaveOut()).containsExactly("a", "b");
  }

  private static BiEncoderObjectiveOptions.TeacherDistillation readDistillation(String bank) {
    return new RecipeReader(Map.of(), List.of())
        .parse(
            "teacher.yaml",
            "teacher: t\n" + bank,
            BiEncoderObjectiveOptions.TeacherDistillation.class);
  }

  @Test
  void readsAKeyByItsFormerName() {
    assertThat(readDistillation("bank: {texts: 7}"))
        .isEqualTo(readDistillation("memory-bank: {texts: 7}"));
    assertThatThrownBy(() -> readDistillation("bank: {texts: 7}\nmemory-bank: {texts: 8}"))
        .isInstanceOf(RecipeException.class)
        .hasMessage("teacher.yaml:2: \"bank\" is the former name of \"memory-bank\": use one");
  }

  @Test
  void suggestsTheNearestKey() {
    assertThatThrownBy(() -> read(RECIPE.replace("steps:", "stepps:")))
        .isInstanceOf(RecipeException.class)
        .hasMessage("small.yaml:11: unknown key \"stepps\": did you mean steps?");
  }

  @Test
  void rejectsInvalidValues() {
    assertThatThrownBy(() -> read(RECIPE.replace("100", "many")))
        .hasMessage("small.yaml:11: steps is \"many\", expected a whole number");
    assertThatThrownBy(() -> read(RECIPE, "training.steps=0"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("steps is 0, expected at least 1");
  }

  @Test
  void formatsOverridesAsComments() {
    assertThat(RecipeReader.toComment("a.b=1")).isEqualTo("# override: a.b=1\n");
    assertThat(RecipeReader.toComment("a=\nlicence: MIT\r\nx\u2028y\u0085z").lines())
        .allMatch(line -> line.startsWith("# "));
  }

  @Test
  void rejectsMissingKeysUndefinedVariablesAndInvalidYaml() {
    assertThatThrownBy(() -> read(RECIPE.replace("name: small\n", "")))
        .hasMessageContaining("the key \"name\" is missing");
    assertThatThrownBy(() -> read(RECIPE.replaceFirst("learning-rate: [^},\\n]+", "beta1: 0.9")))
        .hasMessageContaining("the key \"optimizer.")
        .hasMessageContaining("learning-rate\" is missing");
    assertThatThrownBy(() -> read(RECIPE.replace("${data}", "${dta}")))
        .hasMessage(
            "small.yaml:5: the variable ${dta} has no value: define dta=VALUE, or did you mean"
                + " ${data}?");
    assertThatThrownBy(() -> read("name: [")).hasMessageStartingWith("small.yaml:1: not YAML");
  }

  @Test
  void usesDefaultsForMissingAndEmptyValues() {
    assertThat(read(RECIPE).licence()).isEmpty();
    assertThat(read(RECIPE, "licence=").licence()).isEmpty();
    assertThat(read(RECIPE, "licences.base=Apache-2.0").licences())
        .containsExactly(Map.entry("base", "Apache-2.0"));
  }

  @Test
  void rejectsValuesOfTheWrongType() {
    assertThatThrownBy(() -> read(RECIPE.replace("  steps: 100", "  - 100")))
        .hasMessageStartingWith("small.yaml:11: found a list, expected keys: steps, accumulate");
    assertThatThrownBy(() -> read(RECIPE, "data.leave-out=cinnamon"))
        .hasMessageContaining("leave-out is \"cinnamon\", expected a list");
    assertThatThrownBy(() -> read(RECIPE, "data.pivot=maybe"))
        .hasMessageContaining("pivot is \"maybe\", expected true or false");
    assertThatThrownBy(() -> read(RECIPE, "objective.negatives=some"))
        .hasMessageContaining("expected one of other-side, both-sides");
    assertThatThrownBy(() -> read(RECIPE, "licences.bitxt=MIT"))
        .hasMessageContaining(
            "licences has \"bitxt\", expected [base, teacher, bitext, documentation,");
    assertThatThrownBy(() -> read(RECIPE, "batches.shares={bitxt: 0}"))
        .hasMessageContaining("shares has \"bitxt\", expected [bitext, dictionary, documentation,");
    assertThatThrownBy(() -> read(RECIPE + "name: again\n"))
        .hasMessage("small.yaml:12: \"name\" is defined twice, first at small.yaml:1");
    assertThatThrownBy(() -> read(RECIPE, "training.steps")).hasMessageContaining("key=value");
  }

  @Test
  void appendsOverridesToTheTextAndKeepsVariables(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("small.yaml"), RECIPE);
    RecipeReader reader =
        new RecipeReader(Map.of("data", "/d", "mbert", "/m"), List.of("training.steps=7"));
    assertThat(reader.effectiveText(file)).isEqualTo(RECIPE + "# override: training.steps=7\n");
    assertThatThrownBy(() -> reader.effectiveText(folder.resolve("none.yaml")))
        .isInstanceOf(RecipeException.class)
        .hasMessageEndingWith("none.yaml: no such file");
  }

  @Test
  void readsTheShippedRecipes() throws IOException {
    Map<String, Class<? extends Record>> kinds =
        Map.of(
            "static",
            StaticEncoderRecipe.class,
            "bi-encoder",
            BiEncoderRecipe.class,
            "sparse-encoder",
            SparseEncoderRecipe.class,
            "cross-encoder",
            CrossEncoderRecipe.class,
            "hictl",
            HictlRecipe.class,
            "bicla",
            BiclaRecipe.class,
            "classifier",
            ClassifierRecipe.class,
            "tagger",
            TaggerRecipe.class,
            "answers",
            AnswersRecipe.class,
            "translation",
            TranslationRecipe.class);
    RecipeReader reader =
        new RecipeReader(
            Map.of(
                "data",
                "/d",
                "mbert",
                "/m",
                "base",
                "/b",
                "teacher",
                "/t",
                "taught",
                "/t",
                "vectors",
                "/v",
                "words",
                "/w",
                "examples",
                "/e",
                "qrels",
                "/q"),
            List.of());
    Set<Class<?>> types = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("../recipes"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).toList()) {
        Recipe recipe = reader.read(file, kinds, "static");
        assertThat(file.getFileName().toString()).isEqualTo(recipe.name() + ".yaml");
        String text = Files.readString(file);
        if (text.contains("${data}/bitext")) {
          assertThat(text)
              .as("excludes text for research only and text under the GPL")
              .containsPattern("leave-out: \\[(insuranceqa_questions, )?wmt_newstest, cinnamon");
        }
        types.add(recipe.getClass());
      }
    }
    assertThat(types).hasSize(kinds.size());
  }

  @Test
  void selectsTheRecordTypeByTheKind(@TempDir Path folder) throws IOException {
    Map<String, Class<? extends Record>> kinds = Map.of("static", StaticEncoderRecipe.class);
    RecipeReader reader = new RecipeReader(Map.of("data", "/d", "mbert", "/m"), List.of());
    Path without = Files.writeString(folder.resolve("without.yaml"), RECIPE);
    assertThat(reader.read(without, kinds, "static")).isInstanceOf(StaticEncoderRecipe.class);
    Path with = Files.writeString(folder.resolve("with.yaml"), "kind: static\n" + RECIPE);
    assertThat(reader.read(with, kinds, "static")).isInstanceOf(StaticEncoderRecipe.class);
    Path wrong = Files.writeString(folder.resolve("wrong.yaml"), RECIPE + "kind: statik\n");
    assertThatThrownBy(() -> reader.read(wrong, kinds, "static"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("kind is \"statik\", expected one of static");
  }
}
