// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleHead;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerHead;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.BatchRunner;
import org.isogloss.runtime.inference.GraphFile;
import org.isogloss.runtime.inference.InferenceDevice;
import org.isogloss.runtime.inference.OnnxSession;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Encoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TaskModelTest {
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);

  @TempDir private Path scratch;

  /** The vectors of all tokens, by the graph of the language model with the same layers. */
  private float[] vectors(SampleTransformer sample, Encoding input) {
    try (ModelFolder model =
        ModelFolder.open(sample.copyInto(scratch.resolve("vectors" + System.nanoTime())))) {
      OnnxSession session =
          OnnxSession.open(GraphFile.findOrExport(model, Precision.FP32), InferenceDevice.CPU);
      try (BatchRunner runner =
          new BatchRunner(
              session,
              GraphOutputs.LAST_HIDDEN_STATE,
              (FloatBuffer output, int size, int tokens) -> {
                float[] row = new float[size];
                output.get(row);
                return row;
              },
              1)) {
        return runner.submit(List.of(TokenSequence.of(input))).await()[0];
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BERT_LANGUAGE_MODEL", "XLMR_LANGUAGE_MODEL"})
  void computesTheHeadOfEachToken(SampleTransformer sample) {
    for (TransformerHead kind :
        List.of(TransformerHead.TOKEN_CLASSIFICATION, TransformerHead.ANSWER_SPAN)) {
      boolean answers = kind == TransformerHead.ANSWER_SPAN;
      SampleHead head =
          SampleHead.random(kind, answers ? List.of() : List.of("a", "b", "c"), answers ? 2 : 3);
      try (ModelFolder model = ModelFolder.open(head.write(sample, scratch, kind.name()));
          TaskModel opened = new TaskModel(model, kind, SINGLE)) {
        Encoding input = opened.tokenizer().encode("the cat", "a dog", 32);
        float[] logits = opened.run(List.of(input))[0];
        float[] vectors = vectors(sample, input);
        assertThat(logits).hasSize(input.size() * head.bias().length);
        for (int token = 0; token < input.size(); token++) {
          float[] expected = head.logits(vectors, token);
          for (int i = 0; i < expected.length; i++) {
            assertThat(logits[token * expected.length + i])
                .as("%s, output %d of token %d", kind, i, token)
                .isCloseTo(expected[i], within(2e-4f));
          }
        }
      }
    }
  }

  @Test
  void requiresTheHead() {
    try (ModelFolder model =
        ModelFolder.open(SampleTransformer.BERT_CLASSIFIER.copyInto(scratch))) {
      assertThatThrownBy(() -> AnswerReader.open(model, SINGLE))
          .isInstanceOf(IsoglossException.class)
          .hasMessageContaining("is a model of the kind classification")
          .hasMessageContaining("BertForQuestionAnswering");
    }
  }
}
