// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.translation.TranslationFiles;
import org.isogloss.modelio.translation.TranslationSettings;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.isogloss.neural.finetuning.PretrainedModelOptions;
import org.isogloss.neural.recipe.RecipeReader;
import org.isogloss.neural.staticencoder.CorpusFixtures;
import org.junit.jupiter.api.Test;

class TranslationTrainingTest extends FineTuningContract {
  TranslationTrainingTest() {
    super("translation");
  }

  @Test
  void writesAModelThatTranslatesBetter() throws IOException {
    Recorder recorder = train(recipe(), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
    assertThat(recorder.scores().getLast()).isGreaterThan(recorder.scores().getFirst());
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"));
        TranslationFiles files = TranslationFiles.open(model)) {
      assertThat(files.settings())
          .isEqualTo(
              new TranslationSettings(List.of(Language.of("en")), Language.of("de"), 2, 64, true));
      assertThat(files.vocabulary().size()).isBetween(20, model.vocabularySize());
      assertThat(files.floats("decoder.word_similarities.scale")).hasSize(1);
      assertThat(model.manifest().provenance().results().getFirst().measure())
          .isEqualTo("log-likelihood per token");
    }
  }

  @Test
  void learnsTwentyPairsByHeart() throws IOException {
    CorpusFixtures.write(
        folder.resolve("bitext/en-de.tsv.gz"), CorpusFixtures.pairs().subList(0, 20));
    Recorder recorder =
        train(
            recipe(
                "data.held-out=0",
                "model.dropout=0",
                "objective={label-smoothing: 0, frozen-steps: 20}",
                "batches={pairs: 5, tokens: 4096, bucket: 4}",
                "optimizer={learning-rate: 5e-3, schedule: {kind: linear, warm-up: 20}}",
                "training={steps: 600, log-every: 60, clip: 1}"),
            "small");
    assertThat(recorder.first().loss()).isGreaterThan(1);
    assertThat(recorder.last().loss()).isLessThan(0.05);
  }

  @Test
  void aFrozenEncoderStaysAsItIs() throws IOException {
    train(recipe("training.steps=5", "objective.frozen-steps=5"), "frozen");
    train(recipe("training.steps=5", "objective.frozen-steps=4"), "trained");
    byte[] base = layer("bert-encoder");
    assertThat(layer("frozen")).isEqualTo(base);
    assertThat(layer("trained")).isNotEqualTo(base);
  }

  private byte[] layer(String model) {
    try (ModelFolder opened = ModelFolder.open(folder.resolve(model));
        var weights = opened.weights()) {
      byte[] bytes = new byte[32 * 32 * Float.BYTES];
      weights.bytes("encoder.layer.1.attention.self.query.weight").get(bytes);
      return bytes;
    }
  }

  @Test
  void translatesFromSeveralLanguages() throws IOException {
    CorpusFixtures.write(
        folder.resolve("bitext/en-fr.tsv.gz"),
        List.of("A red house.\tUne maison rouge.\tx", "The sea.\tLa mer.\tx"));
    CorpusFixtures.write(
        folder.resolve("bitext/en-de.tsv.gz"),
        List.of("A red house.\tEin rotes Haus.\tx", "A dog.\tEin Hund.\tx"));
    Recipe recipe =
        recipe(
            "languages={sources: [de, fr], target: en}",
            "data.held-out=0",
            "training.steps=1",
            "batches={pairs: 2}",
            "objective={}");
    assertThat(messages(recipe))
        .anyMatch(message -> message.startsWith("4 pairs to train on (0 dropped)"));
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"));
        TranslationFiles files = TranslationFiles.open(model)) {
      assertThat(files.settings().sources()).containsExactly(Language.of("de"), Language.of("fr"));
      assertThat(files.settings().target()).isEqualTo(Language.of("en"));
    }
  }

  @Test
  void trainsAPlainTransformerOfAnotherSize() throws IOException {
    String[] overrides = {
      "encoder={start: new, layers: 3, hidden-size: 24, heads: 3}",
      "decoder={layers: 1, embedding: new, word-similarities: false}",
      "objective.frozen-steps=0",
      "training.steps=20"
    };
    Recorder recorder = train(recipe(overrides), "plain");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
    try (ModelFolder model = ModelFolder.open(folder.resolve("plain"));
        TranslationFiles files = TranslationFiles.open(model)) {
      assertThat(model.transformerConfig().layers()).isEqualTo(3);
      assertThat(model.transformerConfig().hiddenSize()).isEqualTo(24);
      assertThat(model.transformerConfig().intermediateSize()).isEqualTo(48);
      assertThat(files.settings().wordSimilarities()).isFalse();
    }
    train(recipe(overrides), "again");
    assertThat(Files.readAllBytes(folder.resolve("again/translation.safetensors")))
        .isEqualTo(Files.readAllBytes(folder.resolve("plain/translation.safetensors")));
  }

  @Test
  void rejectsRecipesThatContradictThemselves() {
    assertRejected("sources contains the target", "languages={sources: [de, en], target: de}");
    assertRejected("expected each language once", "languages={sources: [en, en], target: de}");
    assertRejected("expected one language or more", "languages={sources: [], target: de}");
    assertRejected("expected the code of a language", "languages.target=german");
    assertRejected("data.languages", "data.languages=[en, fr]");
    assertRejected("label-smoothing", "objective.label-smoothing=1");
    assertRejected("max-ratio", "pairs.max-ratio=0.5");
    assertRejected("passage-prefix", "model.passage-prefix=x");
    assertRejected("are for start: new", "encoder.layers=3");
    assertRejected("has learned nothing yet", "encoder.start=new");
    assertRejected("licences has \"judged\"", "licences.judged=MIT");
    assertRejected("similarity-scale", "decoder.similarity-scale=0");
  }

  private void assertRejected(String message, String override) {
    assertThatThrownBy(() -> recipe(override)).hasMessageContaining(message);
  }

  @Test
  void dropsPairsThatAreNoTranslations() throws IOException {
    CorpusFixtures.write(
        folder.resolve("bitext/en-de.tsv.gz"),
        List.of(
            "A red house.\tEin rotes Haus.\tx",
            "A red house.\tEin rotes Haus.\ty",
            "A red house.\tEin rotes Gebäude.\tx",
            "Same.\tSame.\tx",
            "No.\tDas ist eine viel zu lange Übersetzung von einem so kurzen Wort.\tx",
            "A dog.\tEin Hund.\tx"));
    assertThat(messages(recipe("data.held-out=0", "training.steps=1", "batches={pairs: 2}")))
        .anyMatch(message -> message.startsWith("3 pairs to train on (3 dropped)"));
  }

  @Test
  void writesTheHeldOutPairsIntoTheWorkFolder() throws IOException {
    messages(recipe("training.steps=1"));
    List<String> sources = Files.readAllLines(folder.resolve("work/held-out.source"));
    List<String> targets = Files.readAllLines(folder.resolve("work/held-out.target"));
    assertThat(sources).isNotEmpty().hasSameSizeAs(targets);
    for (int i = 0; i < sources.size(); i++) {
      String pair = sources.get(i) + "\t" + targets.get(i);
      assertThat(CorpusFixtures.pairs()).anyMatch(line -> line.startsWith(pair));
    }
  }

  private List<String> messages(Recipe recipe) {
    List<String> messages = new ArrayList<>();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void messageReported(String message) {
            messages.add(message);
          }
        };
    recipe.train(folder.resolve("work"), folder.resolve("small"), "", listener);
    return messages;
  }

  @Test
  void rejectsDataWithoutPairs() throws IOException {
    CorpusFixtures.write(
        folder.resolve("bitext/en-de.tsv.gz"), List.of("Hello.\tHello.\tx", "A\tB C D E F\tx"));
    assertLeavesNothing(recipe("data.held-out=0"), "none is left");
  }

  @Test
  void rejectsHeadsThatDoNotDivideTheWidth() throws IOException {
    assertLeavesNothing(
        recipe("encoder={start: new, heads: 5}", "objective={}"), "encoder: hidden_size is 32");
  }

  @Test
  void theShippedRecipeIsValid() {
    TranslationRecipe recipe =
        (TranslationRecipe)
            new RecipeReader(Map.of("base", "base", "data", "data"), List.of())
                .read(
                    Path.of("..", "recipes", "translation-en-de.yaml"),
                    Map.of("translation", TranslationRecipe.class),
                    "translation");
    assertThat(recipe.decoder().wordSimilarities()).isTrue();
    assertThat(recipe.objective().frozenSteps()).isPositive();
    // After these steps, everything is trained.
    assertThat(recipe.model().freeze()).isEqualTo(PretrainedModelOptions.FrozenPart.NOTHING);
  }
}
