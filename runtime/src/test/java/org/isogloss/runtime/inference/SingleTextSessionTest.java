// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.GraphOutputs;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A single text can run on two threads; its vector does not change. */
class SingleTextSessionTest {
  @TempDir Path scratch;

  private ModelFolder exported(boolean oneFile) {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(
          model, OnnxExportOptions.forPrecision(Precision.INT8).withSingleFile(oneFile));
    }
    return ModelFolder.open(folder);
  }

  @Test
  void singleTextsHaveSameVectorsAsBatches() {
    List<String> texts = SampleTransformer.BERT_ENCODER.golden().texts();
    try (ModelFolder model = exported(false);
        Encoder encoder = Encoders.open(model, new InferenceOptions(2, Precision.INT8))) {
      float[][] together = encoder.encode(texts, Role.QUERY);
      for (int round = 0; round < 50; round++) {
        int i = round % texts.size();
        assertThat(encoder.encode(List.of(texts.get(i)), Role.QUERY)[0])
            .containsExactly(together[i]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 16, 33})
  void twoThreadsGiveIdenticalBits(int length) throws Exception {
    TokenSequence sequence = sequence(length);
    try (ModelFolder model = exported(false);
        GraphFile graph = GraphFile.findOrExport(model, Precision.INT8);
        OnnxSession session = OnnxSession.open(graph, InferenceDevice.CPU)) {
      float[] expected = numbers(session.run(List.of(sequence), GraphOutputs.SENTENCE_EMBEDDING));
      SingleTextSession second =
          new SingleTextSession(
              () -> graph.reopening().orElseThrow().open(SingleTextSession.THREADS));
      try (second) {
        Optional<OrtSession> open = Optional.empty();
        while (open.isEmpty()) {
          open = second.sessionIfOpen();
        }
      }
      for (int i = 0; i < 3 * SingleTextSession.WARM_UP; i++) {
        List<FloatBuffer> values =
            session.runAlone(sequence, List.of(GraphOutputs.SENTENCE_EMBEDDING));
        assertThat(numbers(values.getFirst())).containsExactly(expected);
      }
    }
  }

  private static TokenSequence sequence(int length) {
    int[] ids = new int[length];
    for (int i = 0; i < length; i++) {
      ids[i] = 5 + i % 20;
    }
    return new TokenSequence(ids, new int[length]);
  }

  private static float[] numbers(FloatBuffer buffer) {
    float[] numbers = new float[buffer.remaining()];
    buffer.get(numbers);
    return numbers;
  }

  @Test
  void fewTextsDoNotOpenSecondSession() {
    AtomicInteger opened = new AtomicInteger();
    try (SingleTextSession session =
        new SingleTextSession(
            () -> {
              opened.incrementAndGet();
              throw new IllegalStateException("expected");
            })) {
      for (int i = 0; i < SingleTextSession.WARM_UP; i++) {
        assertThat(session.sessionIfOpen()).isEmpty();
      }
    }
    assertThat(opened).hasValue(0);
  }

  @Test
  void doesNotRetryFailedOpening() {
    AtomicInteger opened = new AtomicInteger();
    try (SingleTextSession session =
        new SingleTextSession(
            () -> {
              opened.incrementAndGet();
              throw new OutOfMemoryError("expected");
            })) {
      while (opened.get() == 0) {
        assertThat(session.sessionIfOpen()).isEmpty();
      }
      for (int i = 0; i < 5 * SingleTextSession.WARM_UP; i++) {
        assertThat(session.sessionIfOpen()).isEmpty();
      }
    }
    assertThat(opened).hasValue(1);
  }

  /** Each session would load the whole vocabulary. */
  @Test
  void doesNotOpenSingleFileGraphTwice() {
    try (ModelFolder model = exported(true);
        GraphFile graph = GraphFile.findOrExport(model, Precision.INT8)) {
      assertThat(graph.reopening()).isEmpty();
    }
  }

  @Test
  void doesNotReopenReplacedGraph() throws Exception {
    try (ModelFolder model = exported(false);
        GraphFile graph = GraphFile.findOrExport(model, Precision.INT8)) {
      GraphFile.Reopening reopening = graph.reopening().orElseThrow();
      Files.setLastModifiedTime(graph.file(), FileTime.fromMillis(1));
      assertThatThrownBy(() -> reopening.open(2))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has changed");
    }
  }
}
