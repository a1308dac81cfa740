package org.isogloss.neural.ranker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.Pooling;
import org.isogloss.model.Safetensors;
import org.isogloss.neural.NeedsTorch;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.RecipeException;
import org.isogloss.neural.RecipeReader;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsTorch
class HictlTrainingTest {
  private static final String WORDS = "embeddings.word_embeddings.weight";

  @TempDir Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    SmallRecipes.writeInputs(folder);
  }

  private static final class Heard implements TrainingListener {
    private final List<Progress> progress = new ArrayList<>();
    private final List<Double> scores = new ArrayList<>();

    @Override
    public void progressed(Progress made) {
      progress.add(made);
    }

    @Override
    public void validated(long step, Validation.Outcome outcome, boolean best) {
      scores.add(outcome.score());
    }
  }

  private Heard train(Recipe recipe, String to) {
    Heard heard = new Heard();
    recipe.train(folder.resolve(to + ".work"), folder.resolve(to), "name: small\n", heard);
    return heard;
  }

  private byte[] weights(String model) throws IOException {
    return Files.readAllBytes(folder.resolve(model).resolve("model.safetensors"));
  }

  @Test
  void learnsToFindTranslations() throws IOException {
    Heard heard =
        train(
            SmallRecipes.hictl(
                folder,
                "training.validate-first=true",
                "batches.monolingual=0.2",
                "objectives={sentence: {scale: 10}}"),
            "small");
    assertThat(heard.progress.getLast().loss()).isLessThan(heard.progress.getFirst().loss() * 0.9);
    assertThat(heard.scores.getLast()).isGreaterThan(heard.scores.getFirst());
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.encoding().pooling()).as("as in the paper").isEqualTo(Pooling.CLS);
      assertThat(model.encoding().maxLength()).isEqualTo(48);
    }
    try (Safetensors tensors = Safetensors.open(folder.resolve("small"))) {
      assertThat(tensors.tensors().keySet()).noneMatch(name -> name.startsWith("projection"));
    }
  }

  @Test
  void allObjectivesTogetherTellTheirLosses() throws IOException {
    Heard heard =
        train(SmallRecipes.hictl(folder, "training.steps=4", "training.log-every=4"), "small");
    assertThat(heard.progress.getFirst().losses())
        .containsOnlyKeys("sentence", "word", "mlm", "tlm")
        .allSatisfy((name, loss) -> assertThat(loss).as(name).isFinite().isPositive());
    double sum =
        heard.progress.getFirst().losses().values().stream().mapToDouble(Double::doubleValue).sum();
    assertThat(heard.progress.getFirst().loss()).isCloseTo(sum, within(1e-5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sentence", "word", "mlm", "tlm"})
  void eachObjectiveWorksAlone(String name) throws IOException {
    Heard heard =
        train(
            SmallRecipes.hictl(folder, "objectives={" + name + ": {}}", "training.steps=30"),
            "small");
    assertThat(heard.progress.getLast().loss()).isLessThan(heard.progress.getFirst().loss());
  }

  @Test
  void wordContrastMovesTheWordEmbedding() throws IOException {
    train(
        SmallRecipes.hictl(
            folder, "objectives={word: {negatives: 8}}", "training.steps=3", "model.dropout=0"),
        "small");
    try (Safetensors before = Safetensors.open(folder.resolve("bert-language-model"));
        Safetensors after = Safetensors.open(folder.resolve("small"))) {
      assertThat(after.floats(WORDS)).isNotEqualTo(before.floats("bert." + WORDS));
    }
  }

  @Test
  void whoStopsAndGoesOnGetsTheSameWeightsToTheBit() throws IOException {
    String[] few = {"training.steps=9", "training.validate-every=0", "training.log-every=1"};
    Recipe recipe = SmallRecipes.hictl(folder, few);
    TrainingListener stopping =
        new TrainingListener() {
          private long step;

          @Override
          public void progressed(Progress progress) {
            step = progress.step();
          }

          @Override
          public boolean stops() {
            return step == 4;
          }
        };
    Path work = folder.resolve("stopped.work");
    assertThatThrownBy(() -> recipe.train(work, folder.resolve("stopped"), "", stopping))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("stopped at step 4 of 9");
    train(recipe, "stopped");
    train(recipe, "straight");
    assertThat(weights("stopped")).isEqualTo(weights("straight"));
    train(SmallRecipes.hictl(folder, few[0], few[1], few[2], "seed=6"), "other");
    assertThat(weights("other")).isNotEqualTo(weights("straight"));
  }

  @Test
  void theShippedRecipeHasThePapersSettings() {
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
  void mistakesAreToldBeforeAnythingIsTrained() {
    assertThatThrownBy(() -> SmallRecipes.hictl(folder, "objectives={}"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("objectives is empty, expected one or more of sentence, word");
    assertThatThrownBy(() -> SmallRecipes.hictl(folder, "objectives={contrast: {}}"))
        .hasMessageContaining("unknown key \"contrast\"");
    assertThatThrownBy(() -> SmallRecipes.hictl(folder, "batches.monolingual=2"))
        .hasMessageContaining("monolingual is 2.0");
    assertThatThrownBy(() -> SmallRecipes.hictl(folder, "objectives.word.negatives=0"))
        .hasMessageContaining("negatives is 0");
    assertThatThrownBy(() -> SmallRecipes.hictl(folder, "data={judged: {examples: \"x.jsonl\"}}"))
        .hasMessageContaining("hictl needs data.bitext or data.documentation");
  }
}
