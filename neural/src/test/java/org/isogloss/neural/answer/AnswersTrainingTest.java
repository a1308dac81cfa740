// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.neural.finetuning.FineTuningContract;
import org.junit.jupiter.api.Test;

class AnswersTrainingTest extends FineTuningContract {
  AnswersTrainingTest() {
    super("answers");
  }

  @Test
  void learnsToFindAnswers() throws IOException {
    Recorder recorder = train(recipe("training.steps=120", "model.max-length=96"), "small");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss() / 2);
    assertThat(recorder.scores().getLast()).isGreaterThan(0.5);
    try (ModelFolder model = ModelFolder.open(folder.resolve("small"))) {
      assertThat(model.head()).isEqualTo(TransformerHead.ANSWER_SPAN);
      assertThat(model.labels()).isEmpty();
      assertThat(model.manifest().provenance().results().getFirst().measure())
          .isEqualTo("answer F1");
    }
  }

  @Test
  void readsTextsThatAreLongerThanTheModel() throws IOException {
    Recorder recorder =
        train(recipe("windows={question: 8, stride: 4}", "model.max-length=24"), "short");
    assertThat(recorder.last().loss()).isLessThan(recorder.first().loss());
  }
}
