// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.tagger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.junit.jupiter.api.Test;

class TaggerTrainingTest extends FineTuningContract {
  TaggerTrainingTest() {
    super("tagger");
  }

  @Test
  void learnsToMarkCapitalisedWords() throws IOException {
    Recorder recorder = train(recipe("training.steps=120"), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss() / 2);
    assertThat(recorder.scores().getLast()).isGreaterThan(0.5);
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.head()).isEqualTo(TransformerHead.TOKEN_CLASSIFICATION);
      assertThat(model.labels()).containsExactly("B-NAME", "I-NAME", "O");
      assertThat(model.manifest().provenance().results().getFirst().measure()).isEqualTo("span F1");
    }
  }

  @Test
  void learnsOnlyTheGivenTypes() throws IOException {
    assertLeavesNothing(
        recipe("types=[PER]", "labels=[B-PER, I-PER]"), "a word has the tag O, expected one of");
    train(recipe("types=[NAME, PER]", "training.steps=1"), "named");
    try (ModelFolder model = ModelFolder.open(folder.resolve("named"))) {
      assertThat(model.labels()).containsExactly("B-NAME", "I-NAME", "O");
    }
  }

  @Test
  void readsSentencesThatAreLongerThanTheModel() throws IOException {
    Recorder recorder = train(recipe("model.max-length=12", "training.steps=20"), "short");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
  }
}
