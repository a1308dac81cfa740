// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.modelio.weights.TransformerWeights;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.isogloss.neural.finetuning.RecipeFixtures;
import org.junit.jupiter.api.Test;

class CrossEncoderTrainingTest extends FineTuningContract {
  CrossEncoderTrainingTest() {
    super("cross-encoder");
  }

  @Test
  void learnsToRankTranslations() throws IOException {
    Recorder recorder = train(recipe(), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.NONE);
      assertThat(Files.readString(folder.resolve("small/config.json")))
          .contains("BertForSequenceClassification");
      assertThat(model.manifest().provenance().results().getFirst().measure())
          .isEqualTo("mean reciprocal rank");
    }
  }

  @Test
  void alternatesObjectives() throws IOException {
    Recorder recorder =
        train(
            recipe(
                "training.steps=6",
                "training.log-every=3",
                "objectives.mix=alternate",
                "objectives.relevance={loss: hinge, lower: 2}",
                "objectives.tlm={}"),
            "small");
    assertThat(recorder.first().losses()).containsOnlyKeys("translation", "relevance", "tlm");
  }

  @Test
  void learnsPairClassificationAndKeepsTheHeadOfItsBase() throws IOException {
    String[] pairs = {
      "data={judged: {examples: \"" + folder + "/judged.jsonl\", held-out: 10}}",
      "objectives={pairs: {}}",
      "validation.measure=first"
    };
    Recorder first = train(recipe(pairs), "first");
    assertThat(first.last().loss()).isLessThan(first.first().loss());
    try (ModelFolder model = ModelFolder.open(folder.resolve("first"))) {
      assertThat(model.manifest().provenance().results().getFirst().measure()).isEqualTo("acc@1");
    }
    String base = "model.base=" + folder.resolve("first");
    String tinyLearningRate = "optimizer.learning-rate=1e-12";
    String[] kept = {
      pairs[0], pairs[1], pairs[2], base, tinyLearningRate, "head=kept", "training.steps=1"
    };
    String[] reinitialised = kept.clone();
    reinitialised[5] = "head=new";
    train(recipe(kept), "kept");
    train(recipe(reinitialised), "reinitialised");
    assertThat(classifier("kept")).isEqualTo(classifier("first"));
    assertThat(classifier("reinitialised")).isNotEqualTo(classifier("first"));
  }

  /** One layer on the first token's vector: the folder has no pooler, and is trained on. */
  @Test
  void trainsAHeadWithoutAPooler() throws IOException {
    String data = "data={judged: {examples: \"" + folder + "/judged.jsonl\", held-out: 10}}";
    String[] linear = {data, "objectives={pairs: {}}", "pooler=false"};
    Recorder recorder = train(recipe(linear), "linear");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
    try (ModelFolder model = ModelFolder.open(folder.resolve("linear"));
        TransformerWeights weights = TransformerWeights.open(model)) {
      assertThat(model.head()).isEqualTo(TransformerHead.LINEAR_CLASSIFICATION);
      assertThat(weights.has("pooler.dense.weight")).isFalse();
    }
    String[] kept = {
      data,
      linear[1],
      linear[2],
      "head=kept",
      "training.steps=1",
      "optimizer.learning-rate=1e-12",
      "model.base=" + folder.resolve("linear")
    };
    train(recipe(kept), "kept");
    assertThat(classifier("kept")).isEqualTo(classifier("linear"));
    kept[6] = "model.base=" + folder.resolve("bert-classifier");
    assertLeavesNothing(recipe(kept), "which is kept, has a pooler");
  }

  private float classifier(String model) {
    try (ModelFolder opened = ModelFolder.open(folder.resolve(model));
        TransformerWeights weights = TransformerWeights.open(opened)) {
      return weights.floats("classifier.weight", 1, 32)[0];
    }
  }

  @Test
  void learnsTheScoresOfATeacher() throws IOException {
    train(recipe("training.steps=2"), "teacher");
    Recorder recorder =
        train(
            recipe(
                "seed=9",
                "licences.teacher=MIT",
                "objectives={distillation: {teacher: \"" + folder + "/teacher\", loss: mse}}"),
            "student");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
    try (ModelFolder model = ModelFolder.open(folder.resolve("student"))) {
      assertThat(model.manifest().provenance().sources())
          .filteredOn(source -> source.name().equals("teacher/model.safetensors"))
          .singleElement()
          .satisfies(
              source -> {
                assertThat(source.licence()).isEqualTo("MIT");
                assertThat(source.sha256()).hasSize(64);
              });
    }
  }

  @Test
  void closesAllResourcesIfAModelIsRejected() throws IOException {
    SampleTransformer.XLMR_CLASSIFIER.copyInto(folder);
    String other = "objectives={distillation: {teacher: \"" + folder + "/xlmr-classifier\"}}";
    assertLeavesNothing(recipe(other), "differs from the one of model.base");
    String headless = other.replace("xlmr-classifier", "bert-language-model");
    assertLeavesNothing(recipe(headless), "classifier");
    String missing = other.replace("xlmr-classifier", "missing");
    assertLeavesNothing(recipe(missing), "no such folder");
    assertLeavesNothing(RecipeFixtures.biEncoder(folder, "model.max-length=4000"), "4000");
  }
}
