// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.isogloss.core.Role;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BiEncoderTrainingTest extends FineTuningContract {
  BiEncoderTrainingTest() {
    super("bi-encoder");
  }

  @Override
  @Test
  protected void resumesAfterTheProcessWasKilled() throws Exception {
    super.resumesAfterTheProcessWasKilled();
  }

  @Test
  void learnsTranslationRetrieval() throws IOException {
    Recorder recorder =
        train(recipe("training.validate-first=true", "model.query-prefix='query: '"), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss() * 0.9);
    assertThat(recorder.scores()).hasSize(3);
    assertThat(recorder.scores().getLast()).isGreaterThan(recorder.scores().getFirst());
    assertThat(recorder.first().examplesPerSecond())
        .isEqualTo(16 * recorder.first().stepsPerSecond());
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.MEAN);
      assertThat(model.encoding().maxLength()).isEqualTo(48);
      assertThat(model.prefix(Role.QUERY)).isEqualTo("query: ");
      assertThat(model.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .contains("base/model.safetensors", "bitext/en-de.tsv.gz", "judged/judged.jsonl");
      assertThat(model.manifest().provenance().results()).hasSize(1);
      assertThat(model.tokenizer().vocabularySize()).isEqualTo(model.vocabularySize());
    }
  }

  @Test
  void reportsTheLossOfEachObjective() throws IOException {
    Recorder recorder =
        train(
            recipe(
                "training.steps=4",
                "training.log-every=4",
                "objectives.ranking={scale: 10, cached: true}",
                "objectives.triplet={eta: 0.2, weight: 0.5}",
                "objectives.mlm={}",
                "objectives.tlm={weight: 0.3}",
                "objectives.distillation={teacher: \"" + folder + "/bert-encoder\", loss: kl}"),
            "small");
    assertThat(recorder.first().losses())
        .containsOnlyKeys(
            "pairs", "pairs/contrast", "pairs/distillation", "ranking", "triplet", "mlm", "tlm")
        .allSatisfy((name, loss) -> assertThat(loss).as(name).isFinite().isPositive());
  }

  @Test
  void learnsFromADecoder() throws IOException {
    Path teacher = SampleEncoder.QWEN3.copyInto(folder);
    Recorder recorder =
        train(
            recipe(
                "training.validate-every=0",
                "objectives={distillation: {teacher: \"" + teacher + "\", loss: kl, scale: 10}}"),
            "taught");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
  }

  @Test
  void rejectsTokenVectorsBeforeDenseLayers() throws IOException {
    Path base = SampleEncoder.GEMMA3.copyInto(folder);
    Recipe recipe = recipe("model.base=" + base, "objectives={interaction: {}}");
    assertThatThrownBy(() -> train(recipe, "no"))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("training of token vectors does not support");
    assertThat(folder.resolve("no")).doesNotExist();
  }

  @Test
  void learnsTheVectorsOfTextWithoutTranslations() throws IOException {
    Path text = Files.createDirectory(folder.resolve("text"));
    Files.writeString(text.resolve("sw.txt"), "Nyumba ya zamani.\n\nMlango mwekundu.\nkiti\n");
    String monolingual = "data.monolingual=" + text;
    String distillation =
        "objectives={distillation: {teacher: \"" + folder + "/bert-encoder\", sources: 0.1}}";
    Recorder recorder =
        train(
            recipe(
                monolingual,
                "batches.shares={bitext: 0, monolingual: 1}",
                "batches.joined=2",
                "batches.inside=0.5",
                "optimizer.learning-rate=2e-3",
                "training.validate-every=0",
                distillation),
            "taught");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
    try (ModelFolder model = ModelFolder.open(folder.resolve("taught"))) {
      assertThat(model.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .contains("monolingual/sw.txt");
    }
    assertThatThrownBy(() -> recipe(monolingual))
        .hasMessageContaining("data.monolingual needs distillation without contrast and tlm");
    String besideContrast = "objectives.distillation={teacher: " + folder + "}";
    assertThatThrownBy(() -> recipe(monolingual, besideContrast))
        .hasMessageContaining("data.monolingual needs distillation without contrast and tlm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", cache: 9"})
  void learnsTheVectorsOfItsTeacher(String options) throws IOException {
    Recorder recorder =
        train(
            recipe(
                "training.validate-every=0",
                "training.log-every=30",
                "batches.roles=either",
                "batches.joined=3",
                "optimizer.learning-rate=2e-3",
                "objectives.distillation={teacher: \""
                    + folder
                    + "/bert-encoder\", weight: 5, contrast: 1, scale: 10,"
                    + " memory-bank: {texts: 12, scale: 10, hubness: 0.01}"
                    + options
                    + "}"),
            "taught");
    Map<String, Double> first = recorder.first().losses();
    Map<String, Double> last = recorder.last().losses();
    String[] distillation = {"distillation", "distillation-contrast", "distillation-memory-bank"};
    assertThat(first).containsKeys(distillation).containsKeys("contrast", "hubness").hasSize(5);
    assertThat(distillation)
        .allSatisfy(loss -> assertThat(last.get(loss)).as(loss).isLessThan(first.get(loss)));
    try (ModelFolder model = ModelFolder.open(folder.resolve("taught"))) {
      assertThat(model.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .contains("base/model.safetensors", "teacher/config.json", "teacher/model.safetensors");
    }
  }

  @Test
  void learnsRomanizedTextWordByWord() throws IOException {
    Path bitext = folder.resolve("scripts");
    CorpusFixtures.write(
        bitext.resolve("en-el.tsv.gz"),
        IntStream.range(0, 60)
            .mapToObj(i -> "House " + i + " by the river\tΤο σπίτι " + i + " στο ποτάμι")
            .toList());
    Recorder recorder =
        train(
            recipe(
                "data.bitext=\"" + bitext + "\"",
                "training.steps=60",
                "training.validate-every=0",
                "training.log-every=20",
                "optimizer.learning-rate=2e-3",
                "objectives={distillation: {teacher: \""
                    + folder
                    + "/bert-encoder\", weight: 5, contrast: 1, scale: 10,"
                    + " romanization: {texts: 6, groups: 1}}}"),
            "romanized");
    Map<String, Double> first = recorder.first().losses();
    Map<String, Double> last = recorder.last().losses();
    String[] romanization = {
      "romanization/texts",
      "romanization/texts-contrast",
      "romanization/words",
      "romanization/words-contrast"
    };
    assertThat(first).containsKeys(romanization);
    assertThat(romanization)
        .allSatisfy(loss -> assertThat(last.get(loss)).as(loss).isLessThan(first.get(loss)));
  }

  @Test
  void contrastNeedsTheTextsThatTheTeacherReads() {
    String taught =
        "objectives.distillation={teacher: \"" + folder + "/bert-encoder\", sources: 0.1}";
    assertThatThrownBy(() -> recipe(taught))
        .hasMessageContaining("contrast needs both texts of a pair")
        .hasMessageContaining("sources is 0.1");
  }

  @Test
  void learnsRankingByLateInteraction() throws IOException {
    String[] overrides = {
      "objectives={interaction: {scale: 30}}",
      "model.query-prefix='query: '",
      "training.steps=120",
      "training.validate-every=0",
      "batches.pairs=8"
    };
    assertThatThrownBy(() -> train(recipe(overrides), "small"))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("has no interaction.safetensors")
        .hasMessageContaining("objectives.interaction requires");
    Path base = folder.resolve("bert-language-model");
    try (ModelFolder model = ModelFolder.open(base)) {
      tables(model).write(base);
    }
    Recorder recorder = train(recipe(overrides), "ranker");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss() * 0.95);
    assertThat(folder.resolve("ranker").resolve(LateInteractionTables.FILE))
        .hasSameBinaryContentAs(base.resolve(LateInteractionTables.FILE));
  }

  @Test
  void learnsTheRankingOfATeacher() throws IOException {
    Path teacher = folder.resolve("bert-encoder");
    String[] overrides = {
      "objectives={ranking: {scale: 10, distillation: {teacher: \"" + teacher + "\", weight: 10}}}",
      "training.steps=120",
      "training.validate-every=0",
      "batches.pairs=8"
    };
    assertThatThrownBy(() -> train(recipe(overrides), "small"))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("has no interaction.safetensors")
        .hasMessageContaining("objectives.ranking.distillation requires");
    try (ModelFolder model = ModelFolder.open(teacher)) {
      tables(model).write(teacher);
    }
    Recorder recorder = train(recipe(overrides), "ranker");
    Map<String, Double> first = recorder.first().losses();
    Map<String, Double> last = recorder.last().losses();
    assertThat(last).containsOnlyKeys("contrast", "distillation");
    assertThat(last.get("distillation")).isLessThan(first.get("distillation") * .9);
    assertThat(recorder.last().loss())
        .isCloseTo(last.get("contrast") + 10 * last.get("distillation"), within(1e-5));
    try (ModelFolder model = ModelFolder.open(folder.resolve("ranker"))) {
      assertThat(model.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .contains("ranking-teacher/interaction.safetensors");
    }
  }

  /** Whatever the model, with a small scale all passages of the batch are equally probable. */
  @ParameterizedTest
  @ValueSource(strings = {"ranking", "interaction"})
  void batchesOfJudgedQueriesHaveTheirOwnSize(String objective) throws IOException {
    Path base = folder.resolve("bert-language-model");
    try (ModelFolder model = ModelFolder.open(base)) {
      tables(model).write(base);
    }
    Recorder recorder =
        train(
            recipe(
                "objectives={" + objective + ": {queries: 1, scale: 1e-4}}",
                "training.steps=2",
                "training.validate-every=0",
                "training.log-every=1",
                "batches.pairs=8"),
            "ranker");
    assertThat(recorder.first().loss()).isCloseTo(Math.log(2), within(1e-3));
  }

  private static LateInteractionTables tables(ModelFolder model) {
    float[] importance = new float[model.vocabularySize()];
    Arrays.fill(importance, 1);
    int hidden = model.transformerConfig().hiddenSize();
    return new LateInteractionTables(
        importance,
        Map.of(
            "en",
            new LateInteractionTables.LanguageStatistics(new float[hidden], 1),
            "de",
            new LateInteractionTables.LanguageStatistics(new float[hidden], .8f)));
  }

  @Test
  void leavesFrozenParametersUnchanged() throws IOException {
    train(recipe("training.steps=3", "model.freeze=words", "model.dropout=0"), "small");
    String words = "embeddings.word_embeddings.weight";
    String query = "encoder.layer.0.attention.self.query.weight";
    try (Safetensors before = Safetensors.open(folder.resolve("bert-language-model"));
        Safetensors after = Safetensors.open(folder.resolve("small"))) {
      assertThat(after.floats(words)).isEqualTo(before.floats("bert." + words));
      assertThat(after.floats(query)).isNotEqualTo(before.floats("bert." + query));
    }
  }

  @Test
  void learnsWithBfloat16() throws IOException {
    Recorder recorder = train(recipe("compute.bf16=true", "training.steps=40"), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
  }

  @Test
  void readsTextAgainOnlyIfItOrTheOptionsChange() throws IOException {
    String[] overrides = {"training.steps=1", "training.validate-every=0"};
    train(recipe(overrides), "one");
    assertThat(corpora()).hasSize(1);
    Path moved = folder.resolve("moved");
    Files.move(folder.resolve("bitext"), moved);
    String elsewhere = "data.bitext=\"" + moved + "\"";
    train(recipe(overrides[0], overrides[1], elsewhere), "two");
    assertThat(corpora()).hasSize(1);
    train(recipe(overrides[0], overrides[1], elsewhere, "data.held-out=7"), "three");
    assertThat(corpora()).hasSize(2);
    CorpusFixtures.write(moved.resolve("en-da.tsv.gz"), List.of("a house\tet hus"));
    train(recipe(overrides[0], overrides[1], elsewhere), "four");
    assertThat(corpora()).hasSize(3);
  }

  private List<Path> corpora() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".texts")).toList();
    }
  }

  @Test
  void rejectsInvalidSettingsBeforeTraining() throws IOException {
    Recipe onCuda = recipe("compute.device=cuda");
    assertThatThrownBy(() -> train(onCuda, "small"))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("no CUDA device");
    assertThatThrownBy(() -> recipe("objectives.contrast.scale=0"))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining("scale is 0.0, expected a number above 0");
    assertThatThrownBy(() -> recipe("data={bitext: x}", "objectives={triplet: {}}"))
        .hasMessageContaining("ranking, interaction and triplet need data.judged");
    assertThatThrownBy(() -> recipe("kind=trans-encoder"))
        .hasMessageContaining(
            "kind is \"trans-encoder\", expected one of answers, bi-encoder, classifier");
    assertThatThrownBy(() -> RecipeFixtures.crossEncoder(folder, "model.pooling=cls"))
        .hasMessageContaining("a cross-encoder has none");
    Recipe tooLong = recipe("model.max-length=4000");
    assertThatThrownBy(() -> train(tooLong, "small"))
        .hasMessageContaining("model.max-length is 4000, but");
    Recipe group = recipe("optimizer.groups=[{names: nothing, learning-rate: 1}]");
    assertThatThrownBy(() -> train(group, "small"))
        .hasMessageContaining("no trainable parameter has a name that starts with");
    Files.createDirectories(folder.resolve("taken/inside"));
    Recipe valid = recipe();
    assertThatThrownBy(() -> train(valid, "taken")).hasMessageContaining("taken");
  }
}
