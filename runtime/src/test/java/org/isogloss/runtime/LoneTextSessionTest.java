package org.isogloss.runtime;

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
import org.isogloss.model.ModelFolder;
import org.isogloss.model.samples.SmallTransformer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A text that comes alone may run on two threads; its vector does not change. */
class LoneTextSessionTest {
  @TempDir Path scratch;

  private ModelFolder exported(boolean oneFile) {
    Path folder = SmallTransformer.BERT_ENCODER.copyInto(scratch);
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, OnnxExportOptions.of(Precision.INT8).withOneFile(oneFile));
    }
    return ModelFolder.open(folder);
  }

  @Test
  void loneTextsHaveTheVectorsOfBatches() {
    List<String> texts = SmallTransformer.BERT_ENCODER.golden().texts();
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
  void twoThreadsGiveTheBitsOfOne(int length) throws Exception {
    TokenSequence sequence = sequence(length);
    try (ModelFolder model = exported(false);
        GraphFile graph = GraphFile.of(model, Precision.INT8);
        OnnxSession session = OnnxSession.open(graph)) {
      float[] expected = numbers(session.run(List.of(sequence), GraphOutputs.EMBEDDING));
      LoneTextSession second =
          new LoneTextSession(() -> graph.reopening().orElseThrow().open(LoneTextSession.THREADS));
      try (second) {
        Optional<OrtSession> open = Optional.empty();
        for (int i = 0; i < 1000 && open.isEmpty(); i++) {
          open = second.next();
          Thread.sleep(5);
        }
        assertThat(open).isPresent();
      }
      for (int i = 0; i < 3 * LoneTextSession.WARM_UP; i++) {
        assertThat(numbers(session.runAlone(sequence, GraphOutputs.EMBEDDING)))
            .containsExactly(expected);
        Thread.sleep(5);
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
  void aProgramOfAFewTextsOpensNoSecondSession() {
    AtomicInteger opened = new AtomicInteger();
    try (LoneTextSession session =
        new LoneTextSession(
            () -> {
              opened.incrementAndGet();
              throw new IllegalStateException("expected");
            })) {
      for (int i = 0; i < LoneTextSession.WARM_UP; i++) {
        assertThat(session.next()).isEmpty();
      }
    }
    assertThat(opened).hasValue(0);
  }

  @Test
  void aSecondSessionThatCannotBeOpenedIsNotTriedAgain() throws InterruptedException {
    AtomicInteger opened = new AtomicInteger();
    try (LoneTextSession session =
        new LoneTextSession(
            () -> {
              opened.incrementAndGet();
              throw new OutOfMemoryError("expected");
            })) {
      for (int i = 0; i < 5 * LoneTextSession.WARM_UP; i++) {
        assertThat(session.next()).isEmpty();
        Thread.sleep(1);
      }
    }
    assertThat(opened).hasValue(1);
  }

  /** Each would hold the whole vocabulary. */
  @Test
  void aGraphInOneFileIsNotOpenedTwice() {
    try (ModelFolder model = exported(true);
        GraphFile graph = GraphFile.of(model, Precision.INT8)) {
      assertThat(graph.reopening()).isEmpty();
    }
  }

  @Test
  void aGraphThatWasReplacedIsNotOpenedAgain() throws Exception {
    try (ModelFolder model = exported(false);
        GraphFile graph = GraphFile.of(model, Precision.INT8)) {
      GraphFile.Reopening reopening = graph.reopening().orElseThrow();
      Files.setLastModifiedTime(graph.file(), FileTime.fromMillis(1));
      assertThatThrownBy(() -> reopening.open(2))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("has changed");
    }
  }
}
