// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.data.vector.NpyWriter;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EvaluationResult;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.train.KilledTraining;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class StaticEncoderTrainingTest {
  @TempDir Path folder;

  @BeforeEach
  void writeInputs() throws IOException {
    CorpusFixtures.writeInputs(folder);
  }

  private TrainedStaticEncoder train(String work, TrainingListener listener, String... overrides) {
    return new StaticEncoderTraining(
            CorpusFixtures.recipe(folder, overrides), "", folder.resolve(work), listener)
        .run();
  }

  /** Records losses and validation scores. */
  private static final class RecordingListener implements TrainingListener {
    private final List<Double> scores = new ArrayList<>();
    private final List<Double> losses = new ArrayList<>();

    @Override
    public void progressReported(Progress progress) {
      losses.add(progress.loss());
    }

    @Override
    public void validated(long step, Validation.Outcome outcome, boolean best) {
      scores.add(outcome.score());
    }
  }

  /** Returns the fraction of the 400 German sentences that retrieve their English translation. */
  private static double accuracy(TrainedStaticEncoder trained) {
    List<String[]> pairs =
        CorpusFixtures.pairs().stream().map(line -> line.split("\t", -1)).toList();
    TranslationSet set =
        TranslationSet.of(
            "en-de",
            pairs.stream().map(pair -> pair[0]).toList(),
            pairs.stream().map(pair -> pair[1]).toList(),
            CorpusFixtures.tokenizer(trained.vocabulary()));
    int pieces = trained.vocabulary().size();
    try (StaticEncoderModel model =
        new StaticEncoderModel(
            Tensor.create(trained.rows(), pieces, trained.dimension()),
            Tensor.create(trained.logWeights(), pieces, 1))) {
      return set.accuracy(model);
    }
  }

  @Test
  void learnsToFindTranslations() {
    TrainedStaticEncoder untrained =
        train(
            "untrained",
            TrainingListener.NONE,
            "training.steps=1",
            "optimizer.rows.learning-rate=1e-9",
            "optimizer.weights.learning-rate=1e-9");
    RecordingListener listener = new RecordingListener();
    TrainedStaticEncoder trained = train("work", listener);
    assertThat(listener.losses.getLast()).isLessThan(listener.losses.getFirst() / 4);
    assertThat(accuracy(untrained)).isLessThan(0.25);
    assertThat(accuracy(trained)).isGreaterThan(0.8);
    // On held-out pairs, random retrieval would find one in fifty.
    assertThat(trained.score()).isGreaterThan(untrained.score() + 0.05).isGreaterThan(0.1);
    assertThat(trained.score())
        .isEqualTo(listener.scores.stream().mapToDouble(score -> score).max().orElseThrow());
  }

  @Test
  void isBitReproducibleWithTheSameSeed() {
    TrainedStaticEncoder one = train("one", TrainingListener.NONE, "training.steps=60");
    TrainedStaticEncoder two = train("two", TrainingListener.NONE, "training.steps=60");
    assertThat(two.vocabulary()).isEqualTo(one.vocabulary());
    assertThat(two.rows()).isEqualTo(one.rows());
    assertThat(two.logWeights()).isEqualTo(one.logWeights());
    TrainedStaticEncoder other =
        train("other", TrainingListener.NONE, "training.steps=60", "seed=6");
    assertThat(other.rows()).isNotEqualTo(one.rows());
  }

  @Test
  void resumesAfterTheProcessWasKilled() throws Exception {
    KilledTraining.run(StaticEncoderTrainingProcess.class, folder.toString(), "killed");
    Path checkpoint = folder.resolve("killed/checkpoints/last.safetensors");
    long step;
    try (Safetensors state = Safetensors.open(checkpoint)) {
      step = Long.parseLong(state.metadata().get("n:step"));
    }
    assertThat(step).isBetween(1L, StaticEncoderTrainingProcess.STEPS - 1L);
    TrainedStaticEncoder resumed =
        StaticEncoderTrainingProcess.train(folder, "killed", TrainingListener.NONE);
    TrainedStaticEncoder uninterrupted =
        StaticEncoderTrainingProcess.train(folder, "uninterrupted", TrainingListener.NONE);
    assertThat(resumed.rows()).isEqualTo(uninterrupted.rows());
    assertThat(resumed.logWeights()).isEqualTo(uninterrupted.logWeights());
  }

  /**
   * Writes vectors of a teacher: the same vector for both sides of a pair, and vectors of three
   * words.
   */
  private Path writeTeacher() throws IOException {
    Path teacher = Files.createDirectories(folder.resolve("teacher"));
    List<String> texts = new ArrayList<>();
    Random random = new Random(11);
    try (NpyWriter vectors = NpyWriter.create(teacher.resolve("texts.npy"), 20);
        NpyWriter words = NpyWriter.create(teacher.resolve("words.npy"), 20)) {
      for (String line : CorpusFixtures.pairs()) {
        float[] vector = gaussian(random);
        for (String side : List.of(line.split("\t", -1)[0], line.split("\t", -1)[1])) {
          texts.add(side);
          vectors.write(vector);
        }
      }
      for (int i = 0; i < 3; i++) {
        words.write(gaussian(random));
      }
      vectors.commit();
      words.commit();
    }
    Files.write(teacher.resolve("texts.txt"), texts);
    Files.write(teacher.resolve("words.txt"), List.of("zebrine", "antennal", "Quersumme"));
    return teacher;
  }

  private static float[] gaussian(Random random) {
    float[] vector = new float[20];
    for (int d = 0; d < vector.length; d++) {
      vector[d] = (float) random.nextGaussian();
    }
    return vector;
  }

  @Test
  void learnsWordsAndVectorsOfATeacher() throws IOException {
    String[] overrides = {
      "training.steps=60", "teacher.folder=" + writeTeacher(), "teacher.words=2", "teacher.texts=64"
    };
    RecordingListener listener = new RecordingListener();
    TrainedStaticEncoder one = train("one", listener, overrides);
    assertThat(one.vocabulary()).endsWith("zebrine", "antennal").doesNotContain("Quersumme");
    assertThat(listener.losses.getLast()).isLessThan(listener.losses.getFirst() * 0.7);
    assertThat(one.sources())
        .extracting(ProvenanceSource::name)
        .contains("teacher/texts.txt", "teacher/texts.npy", "teacher/words.npy");
    TrainedStaticEncoder two = train("two", TrainingListener.NONE, overrides);
    assertThat(two.rows()).isEqualTo(one.rows());
  }

  @Test
  void startsFromAStaticEncoder() throws IOException {
    StaticEncoderRecipe recipe = CorpusFixtures.recipe(folder);
    TrainedStaticEncoder first =
        new StaticEncoderTraining(recipe, "", folder.resolve("work"), TrainingListener.NONE).run();
    first.write(folder.resolve("first"), recipe, "name: first\n", List.of());
    TrainedStaticEncoder second =
        train(
            "second",
            TrainingListener.NONE,
            "model.base=" + folder.resolve("first"),
            "model.smoothing=0",
            "model.vocabulary.learned=0",
            "teacher.folder=" + writeTeacher(),
            "training.steps=1",
            "optimizer.rows.learning-rate=1e-9",
            "optimizer.weights.learning-rate=1e-9");
    assertThat(accuracy(second)).isCloseTo(accuracy(first), within(0.02));
  }

  @Test
  void writesTheProvenanceIntoTheModelFolder() {
    StaticEncoderRecipe recipe =
        CorpusFixtures.recipe(folder, "training.steps=5", "licences.bitext=CC-BY-2.0");
    TrainedStaticEncoder trained =
        new StaticEncoderTraining(recipe, "", folder.resolve("work"), TrainingListener.NONE).run();
    trained.write(
        folder.resolve("small"),
        recipe,
        "name: small\n",
        List.of(new EvaluationResult("mates", "accuracy", 0.5)));
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.manifest().name()).isEqualTo("small");
      assertThat(model.manifest().provenance().recipe()).isEqualTo("name: small\n");
      assertThat(model.manifest().provenance().seed()).isEqualTo(5);
      assertThat(model.manifest().provenance().sources())
          .extracting(ProvenanceSource::name)
          .containsExactly("base/vocab.txt", "base/model.safetensors", "bitext/en-de.tsv.gz");
      assertThat(model.manifest().provenance().sources().get(2).licence()).isEqualTo("CC-BY-2.0");
      assertThat(model.manifest().provenance().results())
          .extracting(EvaluationResult::benchmark)
          .containsExactly("mates", "validation");
      assertThat(model.dimension()).isEqualTo(16);
      assertThat(model.tokenizer().vocabularySize()).isEqualTo(trained.vocabulary().size());
      float[] row = model.staticEmbeddings().vector(100);
      double weight = Math.exp(trained.logWeights()[100]);
      double max = 0;
      for (int d = 0; d < 16; d++) {
        max = Math.max(max, Math.abs(trained.rows()[100 * 16 + d] * weight));
      }
      for (int d = 0; d < 16; d++) {
        assertThat((double) row[d])
            .as("within half a step of its eight bits")
            .isCloseTo(trained.rows()[100 * 16 + d] * weight, within(max / 127 * 0.51));
      }
    }
  }
}
