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
import org.isogloss.core.Role;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.Pooling;
import org.isogloss.model.Safetensors;
import org.isogloss.model.Source;
import org.isogloss.model.samples.SmallTransformer;
import org.isogloss.neural.NeedsTorch;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.RecipeException;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsTorch
class RankerTrainingTest {
  @TempDir Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    SmallRecipes.writeInputs(folder);
  }

  /** Remembers what was told. */
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

    double first() {
      return progress.getFirst().loss();
    }

    double last() {
      return progress.getLast().loss();
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
  void aBiEncoderLearnsToFindTranslations() throws IOException {
    Heard heard =
        train(
            SmallRecipes.biEncoder(
                folder, "training.validate-first=true", "model.query-prefix='query: '"),
            "small");
    assertThat(heard.last()).isLessThan(heard.first() * 0.9);
    assertThat(heard.scores).hasSize(3);
    assertThat(heard.scores.getLast()).isGreaterThan(heard.scores.getFirst());
    assertThat(heard.progress.getFirst().examplesPerSecond())
        .isEqualTo(16 * heard.progress.getFirst().stepsPerSecond());
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.MEAN);
      assertThat(model.encoding().maxLength()).isEqualTo(48);
      assertThat(model.prefix(Role.QUERY)).isEqualTo("query: ");
      assertThat(model.manifest().provenance().sources())
          .extracting(Source::name)
          .contains("base/model.safetensors", "bitext/en-de.tsv.gz", "judged/judged.jsonl");
      assertThat(model.manifest().provenance().measured()).hasSize(1);
      assertThat(model.tokenizer().vocabularySize()).isEqualTo(model.vocabularySize());
    }
  }

  @Test
  void aCrossEncoderLearnsToKnowTranslations() throws IOException {
    Heard heard = train(SmallRecipes.crossEncoder(folder), "small");
    assertThat(heard.last()).isLessThan(heard.first());
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.NONE);
      assertThat(Files.readString(folder.resolve("small/config.json")))
          .contains("BertForSequenceClassification");
      assertThat(model.manifest().provenance().measured().getFirst().measure())
          .isEqualTo("mean reciprocal rank");
    }
  }

  @Test
  void theSameSeedGivesTheSameWeightsToTheBit() throws IOException {
    String[] few = {"training.steps=12", "training.validate-every=0"};
    train(SmallRecipes.biEncoder(folder, few), "one");
    train(SmallRecipes.biEncoder(folder, few), "two");
    assertThat(weights("two")).isEqualTo(weights("one"));
    train(SmallRecipes.biEncoder(folder, few[0], few[1], "seed=6"), "other");
    assertThat(weights("other")).isNotEqualTo(weights("one"));
  }

  @Test
  void severalObjectivesTellTheirLosses() throws IOException {
    Heard heard =
        train(
            SmallRecipes.biEncoder(
                folder,
                "training.steps=4",
                "training.log-every=4",
                "objectives.ranking={scale: 10, cached: true}",
                "objectives.triplet={eta: 0.2, weight: 0.5}",
                "objectives.mlm={}",
                "objectives.tlm={weight: 0.3}",
                "objectives.distillation={teacher: \"" + folder + "/bert-encoder\", loss: kl}"),
            "small");
    assertThat(heard.progress.getFirst().losses())
        .containsOnlyKeys(
            "pairs", "pairs/contrast", "pairs/distillation", "ranking", "triplet", "mlm", "tlm")
        .allSatisfy((name, loss) -> assertThat(loss).as(name).isFinite().isPositive());
  }

  @Test
  void aBiEncoderComesNearerToItsTeacher() throws IOException {
    Heard heard =
        train(
            SmallRecipes.biEncoder(
                folder,
                "training.validate-every=0",
                "training.log-every=30",
                "batches.roles=either",
                "batches.joined=3",
                "optimizer.learning-rate=2e-3",
                "objectives.distillation={teacher: \""
                    + folder
                    + "/bert-encoder\", weight: 5, contrast: 1, scale: 10,"
                    + " bank: {texts: 12, scale: 10}}"),
            "taught");
    Map<String, Double> first = heard.progress.getFirst().losses();
    Map<String, Double> last = heard.progress.getLast().losses();
    String[] taught = {"distillation", "distillation-contrast", "distillation-bank"};
    assertThat(first).containsKeys(taught).containsKey("contrast").hasSize(4);
    assertThat(taught)
        .allSatisfy(loss -> assertThat(last.get(loss)).as(loss).isLessThan(first.get(loss)));
  }

  @Test
  void crossEncodersMixObjectivesInTurns() throws IOException {
    Heard heard =
        train(
            SmallRecipes.crossEncoder(
                folder,
                "training.steps=6",
                "training.log-every=3",
                "objectives.mix=alternate",
                "objectives.relevance={loss: hinge, lower: 2}",
                "objectives.tlm={}"),
            "small");
    assertThat(heard.progress.getFirst().losses())
        .containsOnlyKeys("translation", "relevance", "tlm");
  }

  @Test
  void aCrossEncoderLearnsFromATeacher() throws IOException {
    train(SmallRecipes.crossEncoder(folder, "training.steps=2"), "teacher");
    Heard heard =
        train(
            SmallRecipes.crossEncoder(
                folder,
                "seed=9",
                "objectives={distillation: {teacher: \"" + folder + "/teacher\", loss: mse}}"),
            "student");
    assertThat(heard.last()).isLessThan(heard.first());
  }

  @Test
  void whatIsFrozenStaysAsItWas() throws IOException {
    train(
        SmallRecipes.biEncoder(folder, "training.steps=3", "model.freeze=words", "model.dropout=0"),
        "small");
    String words = "embeddings.word_embeddings.weight";
    String query = "encoder.layer.0.attention.self.query.weight";
    try (Safetensors before = Safetensors.open(folder.resolve("bert-language-model"));
        Safetensors after = Safetensors.open(folder.resolve("small"))) {
      assertThat(after.floats(words)).isEqualTo(before.floats("bert." + words));
      assertThat(after.floats(query)).isNotEqualTo(before.floats("bert." + query));
    }
  }

  @Test
  void brainFloatingPointLearnsToo() throws IOException {
    Heard heard =
        train(SmallRecipes.biEncoder(folder, "compute.bf16=true", "training.steps=40"), "small");
    assertThat(heard.last()).isLessThan(heard.first());
  }

  @ParameterizedTest
  @ValueSource(strings = {"bi-encoder", "cross-encoder"})
  void aKilledProcessGoesOnAsIfNothingHadHappened(String kind) throws Exception {
    Process killed = process(kind, "killed");
    Path checkpoint = folder.resolve("killed.work/checkpoints/last.safetensors");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (!Files.exists(checkpoint) && killed.isAlive() && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    // Some steps further, so that work is lost.
    Thread.sleep(150);
    assertThat(killed.isAlive()).as("killed before its end").isTrue();
    killed.destroyForcibly().waitFor();
    assertThat(process(kind, "killed").waitFor()).isZero();
    List<String> log = Files.readAllLines(folder.resolve("killed.losses"));
    Heard straight = train(RankerProcess.recipe(kind, folder), "straight");
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

  @Test
  void whoListensCanStopAndGoOn() throws IOException {
    String[] few = {"training.steps=9", "training.validate-every=0", "training.log-every=1"};
    Recipe recipe = SmallRecipes.biEncoder(folder, few);
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
        .hasMessage("stopped at step 4 of 9: the same command goes on there");
    train(recipe, "stopped");
    train(recipe, "straight");
    assertThat(weights("stopped")).isEqualTo(weights("straight"));
  }

  private Process process(String kind, String to) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            RankerProcess.class.getName(),
            kind,
            folder.toString(),
            to)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(to + ".log").toFile()))
        .start();
  }

  @Test
  void ofAModelThatIsRefusedNothingStaysOpen() throws IOException {
    SmallTransformer.XLMR_CLASSIFIER.copyInto(folder);
    String other = "objectives={distillation: {teacher: \"" + folder + "/xlmr-classifier\"}}";
    assertLeavesNothing(SmallRecipes.crossEncoder(folder, other), "is another than model.base's");
    String headless = other.replace("xlmr-classifier", "bert-language-model");
    assertLeavesNothing(SmallRecipes.crossEncoder(folder, headless), "classifier");
    String missing = other.replace("xlmr-classifier", "missing");
    assertLeavesNothing(SmallRecipes.crossEncoder(folder, missing), "no such folder");
    assertLeavesNothing(SmallRecipes.biEncoder(folder, "model.max-length=4000"), "4000");
  }

  private void assertLeavesNothing(Recipe recipe, String message) {
    // The first time something may stay for the whole program.
    assertThatThrownBy(() -> train(recipe, "small")).hasMessageContaining(message);
    long before = Pointer.totalCount();
    assertThatThrownBy(() -> train(recipe, "small")).hasMessageContaining(message);
    // Fewer where the collector happens to free what others left.
    assertThat(Pointer.totalCount()).as(message).isLessThanOrEqualTo(before);
  }

  @Test
  void mistakesAreToldBeforeAnythingIsTrained() throws IOException {
    Recipe onCuda = SmallRecipes.biEncoder(folder, "compute.device=cuda");
    assertThatThrownBy(() -> train(onCuda, "small"))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("no CUDA device");
    assertThatThrownBy(() -> SmallRecipes.biEncoder(folder, "objectives.contrast.scale=0"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("scale is 0.0, expected a number above 0");
    assertThatThrownBy(
            () -> SmallRecipes.biEncoder(folder, "data={bitext: x}", "objectives={triplet: {}}"))
        .hasMessageContaining("ranking and triplet need data.judged");
    assertThatThrownBy(() -> SmallRecipes.biEncoder(folder, "kind=trans-encoder"))
        .hasMessageContaining(
            "kind is \"trans-encoder\", expected one of bi-encoder, cross-encoder");
    assertThatThrownBy(() -> SmallRecipes.crossEncoder(folder, "model.pooling=cls"))
        .hasMessageContaining("a cross-encoder has none");
    Recipe tooLong = SmallRecipes.biEncoder(folder, "model.max-length=4000");
    assertThatThrownBy(() -> train(tooLong, "small"))
        .hasMessageContaining("model.max-length is 4000, but");
    Recipe group =
        SmallRecipes.biEncoder(folder, "optimizer.groups=[{names: nothing, learning-rate: 1}]");
    assertThatThrownBy(() -> train(group, "small"))
        .hasMessageContaining("no parameter that is trained has a name that begins with");
    Files.createDirectories(folder.resolve("taken/inside"));
    Recipe fine = SmallRecipes.biEncoder(folder);
    assertThatThrownBy(() -> train(fine, "taken")).hasMessageContaining("taken");
  }
}
