// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.classifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.junit.jupiter.api.Test;

class ClassifierTrainingTest extends FineTuningContract {
  ClassifierTrainingTest() {
    super("classifier");
  }

  @Test
  void learnsToTellLanguagesApart() throws IOException {
    Recorder recorder = train(recipe(), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss() / 2);
    assertThat(recorder.scores().getLast()).isGreaterThan(0.95);
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.head()).isEqualTo(TransformerHead.CLASSIFICATION);
      assertThat(model.labels()).containsExactly("de", "en");
      assertThat(model.encoding().pooling()).isEqualTo(Pooling.NONE);
      assertThat(model.encoding().maxLength()).isEqualTo(48);
      assertThat(model.manifest().provenance().results().getFirst().measure())
          .isEqualTo("accuracy");
      assertThat(model.manifest().provenance().sources())
          .extracting(source -> source.name())
          .contains("training/classified.tsv", "validation/classified.tsv");
    }
  }

  @Test
  void readsPairsAndKeepsTheOrderOfGivenLabels() throws IOException {
    Files.writeString(
        folder.resolve("pairs.tsv"),
        "premise\thypothesis\tlabel\nA dog.\tAn animal.\tyes\nA cat.\tA dog.\tno\n");
    train(
        recipe(
            "data.training=[\"" + folder + "/pairs.tsv\"]",
            "data.validation=[]",
            "labels=[yes, no, maybe]",
            "training.steps=2"),
        "small");
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.labels()).containsExactly("yes", "no", "maybe");
      assertThat(model.manifest().provenance().results()).isEmpty();
    }
  }

  @Test
  void keepsTheHeadOfABaseWithTheSameLabels() throws IOException {
    train(recipe("training.steps=2"), "first");
    String base = "model.base=" + folder.resolve("first");
    train(recipe(base, "head=kept", "training.steps=1"), "second");
    assertLeavesNothing(
        recipe(base, "head=kept", "labels=[en, de]"), "the labels are de, en, expected");
  }

  @Test
  void reportsACollapseToOneClass() throws IOException {
    StringBuilder lines = new StringBuilder("text\tlabel\n");
    for (int i = 0; i < 60; i++) {
      lines.append("the same text\t").append(i % 20 == 0 ? "rare" : "common").append('\n');
    }
    Files.writeString(folder.resolve("skewed.tsv"), lines);
    Recorder recorder =
        train(
            recipe(
                "data.training=[\"" + folder + "/skewed.tsv\"]",
                "data.validation=[]",
                "training.steps=20"),
            "small");
    assertThat(recorder.messages())
        .anyMatch(
            message ->
                message.startsWith(
                    "The classifier has collapsed to one class: it gives the label common to all 60"
                        + " texts of a check, of which 57 have it."));
  }

  @Test
  void rejectsUnusableData() throws IOException {
    Files.writeString(folder.resolve("one.tsv"), "a\tx\nb\tx\n");
    assertLeavesNothing(
        recipe("data.training=[\"" + folder + "/one.tsv\"]"),
        "the only label is x, expected two or more");
    assertLeavesNothing(
        recipe("labels=[en, fr]"), "a text has the label de, expected one of en, fr");
    assertThatThrownBy(() -> recipe("data.training=[]"))
        .hasMessageContaining("data.training is empty");
    assertThatThrownBy(() -> recipe("model.pooling=mean"))
        .hasMessageContaining("a classifier has none");
    assertThatThrownBy(() -> recipe("licences={bitext: X}"))
        .hasMessageContaining("[base, training, validation]");
  }
}
