// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.sparse.SparseHead;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.isogloss.neural.recipe.RecipeException;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SparseEncoderTrainingTest extends FineTuningContract {
  SparseEncoderTrainingTest() {
    super("sparse-encoder");
  }

  @Override
  @Test
  protected void resumesAfterTheProcessWasKilled() throws Exception {
    super.resumesAfterTheProcessWasKilled();
  }

  /** Writes a bitext of three nouns on each side, in the same order. */
  private void writeNouns() throws IOException {
    String[] english = {
      "house", "river", "cat", "city", "winter", "water", "bread", "night", "school", "friend"
    };
    String[] german = {
      "Haus", "Fluss", "Katze", "Stadt", "Winter", "Wasser", "Brot", "Nacht", "Schule", "Freund"
    };
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < english.length; i++) {
      for (int j = i + 1; j < english.length; j++) {
        for (int k = j + 1; k < english.length; k++) {
          lines.add(
              String.join(" ", english[i], english[j], english[k])
                  + "\t"
                  + String.join(" ", german[i], german[j], german[k]));
        }
      }
    }
    CorpusFixtures.write(folder.resolve("bitext/en-de.tsv.gz"), lines);
  }

  private Recipe nouns(String... more) throws IOException {
    writeNouns();
    List<String> all =
        new ArrayList<>(
            List.of(
                "training.steps=150",
                "training.validate-every=150",
                "training.validate-first=true",
                "model.dropout=0"));
    all.addAll(List.of(more));
    return recipe(all.toArray(String[]::new));
  }

  @Test
  void learnsTranslationRetrieval() throws IOException {
    Recorder recorder = train(nouns(), "small");
    assertThat(recorder.scores()).hasSize(2);
    assertThat(recorder.scores().getFirst()).isCloseTo(0.18, within(0.01));
    assertThat(recorder.scores().getLast()).isCloseTo(0.73, within(0.1));
    assertThat(recorder.last().losses().get("flops-passages"))
        .as("expected multiplications of a search")
        .isLessThan(recorder.first().losses().get("flops-passages"));
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      SparseHead head = model.sparseHead().orElseThrow();
      assertThat(head.kind()).isEqualTo(SparseHead.Kind.LANGUAGE_MODEL);
      assertThat(head.queries()).isEmpty();
      assertThat(model.head()).isEqualTo(TransformerHead.MASKED_LANGUAGE_MODEL);
      assertThat(model.encoding().maxLength()).isEqualTo(48);
      assertThat(model.manifest().provenance().results()).hasSize(1);
    }
  }

  @Test
  void learnsWeightsOfQueriesWithoutInference() throws IOException {
    Recorder recorder =
        train(
            nouns(
                "queries=tokens",
                "activation=log-log",
                "optimizer.groups=[{names: query_weights, learning-rate: 3e-2}]"),
            "free");
    assertThat(recorder.scores().getLast()).isGreaterThan(recorder.scores().getFirst());
    assertThat(recorder.last().losses()).containsOnlyKeys("contrast", "flops-passages");
    try (ModelFolder model = ModelFolder.open(folder.resolve("free"))) {
      SparseHead head = model.sparseHead().orElseThrow();
      assertThat(head.kind()).isEqualTo(SparseHead.Kind.LANGUAGE_MODEL_TWO_LOGARITHMS);
      Optional<float[]> weights = head.queryWeights(model.vocabularySize());
      int[] special = model.tokenizer().encode("", 8).ids();
      assertThat(weights.orElseThrow()[special[0]]).isZero();
      assertThat(weights.orElseThrow()).contains(1).as("tokens that do not occur");
      float sum = 0;
      for (float weight : weights.orElseThrow()) {
        assertThat(weight).isNotNegative();
        sum += Math.abs(weight - 1);
      }
      assertThat(sum).as("what training changes").isGreaterThan(special.length + 1);
    }
  }

  @Test
  void continuesWithTheWeightsOfQueries() throws IOException {
    String[] few = {"training.steps=4", "training.validate-every=0", "queries=tokens"};
    String[] fast = {
      few[0], few[1], few[2], "optimizer.groups=[{names: query_weights, learning-rate: 3e-1}]"
    };
    train(recipe(fast), "first");
    String base = "model.base=" + folder.resolve("first");
    train(recipe(few[0], few[1], few[2], base, "optimizer.learning-rate=1e-9"), "second");
    assertThat(queryWeights("second"))
        .usingComparatorWithPrecision(1e-4f)
        .isEqualTo(queryWeights("first"));
  }

  private float[] queryWeights(String name) {
    try (ModelFolder model = ModelFolder.open(folder.resolve(name))) {
      return model.sparseHead().orElseThrow().queryWeights(model.vocabularySize()).orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void learnsJudgementsAndMargins(boolean cached) throws IOException {
    SampleHead.random(TransformerHead.CLASSIFICATION, List.of("relevant"), 1)
        .write(SampleTransformer.BERT_ENCODER, folder, "teacher");
    Recorder recorder =
        train(
            recipe(
                "training.steps=30",
                "training.validate-every=0",
                "objectives={ranking: {negatives: 2, cached: "
                    + cached
                    + "}, distillation: {teacher: \""
                    + folder
                    + "/teacher\", weight: 0.2}}"),
            "judged");
    assertThat(recorder.first().losses())
        .containsOnlyKeys("contrast", "distillation", "flops-queries", "flops-passages");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
  }

  /** A base without a language model gets one by its word embedding. */
  @Test
  void beginsWithoutALanguageModel() throws IOException {
    Recorder recorder =
        train(
            nouns("model.base=" + folder.resolve("bert-encoder"), "objectives.contrast.scale=1"),
            "tied");
    assertThat(recorder.first().losses().get("flops-passages"))
        .as("few terms have a weight at first")
        .isBetween(0.1, 2.0);
    assertThat(recorder.last().losses().get("contrast"))
        .isLessThan(0.8 * recorder.first().losses().get("contrast"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          objectives={} | expected contrast, ranking or both
          objectives.distillation={teacher: x} | add ranking, or remove distillation
          model.pooling=mean | model.pooling is for bi-encoders
          batches.joined=2 | are for bi-encoders
          objectives.flops.warm-up=-1 | warm-up
          """)
  void rejectsWhatHasNoMeaning(String override, String message) {
    assertThatThrownBy(() -> recipe(override))
        .isInstanceOf(RecipeException.class)
        .hasMessageContaining(message);
  }

  @Test
  void rejectsATeacherWithLabels() throws IOException {
    SampleHead.random(TransformerHead.CLASSIFICATION, List.of("a", "b"), 2)
        .write(SampleTransformer.BERT_ENCODER, folder, "teacher");
    assertLeavesNothing(
        recipe(
            "objectives.ranking={}",
            "objectives.distillation={teacher: \"" + folder + "/teacher\"}"),
        "has a classifier with 2 outputs, expected a cross-encoder with one");
  }
}
