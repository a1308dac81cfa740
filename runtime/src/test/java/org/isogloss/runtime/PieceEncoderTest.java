package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.samples.SmallTransformer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PieceEncoderTest {
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);

  @TempDir Path scratch;
  private Path folder;

  @BeforeEach
  void copyModel() {
    folder = SmallTransformer.BERT_ENCODER.copyInto(scratch);
  }

  private PieceEncoder open() {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return new PieceEncoder(model, SINGLE);
    }
  }

  @Test
  void onlyTheTextsOwnPiecesCount() {
    try (PieceEncoder encoder = open()) {
      List<String> texts = List.of("the largest city", "", "x");
      List<PieceStates> states = encoder.encode(texts, Role.PASSAGE);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(states.get(i).ids()).containsExactly(encoder.tokenizer().ids(texts.get(i)));
      }
      assertThat(states.getFirst().hidden()).isEqualTo(32);
      assertThat(states.get(1).vectors()).isEmpty();
    }
  }

  @Test
  void ofALongPassageAllPiecesCountThoseBetweenTwoPartsTwice() {
    try (PieceEncoder encoder = open()) {
      String text = "How many points did the Panthers lose in the last game? ".repeat(90);
      int[] expected = encoder.tokenizer().ids(text);
      PieceStates states = encoder.encode(List.of(text), Role.PASSAGE).getFirst();
      assertThat(states.size()).isGreaterThan(expected.length);
      assertThat(states.vectors()).hasSize(states.size() * 32);
      int[] end = Arrays.copyOfRange(expected, expected.length - 20, expected.length);
      assertThat(Arrays.copyOfRange(states.ids(), states.size() - 20, states.size()))
          .containsExactly(end);
    }
  }

  @Test
  void ofALongQueryTheBeginningCounts() {
    try (PieceEncoder encoder = open()) {
      String text = "How many points did the Panthers lose in the last game? ".repeat(9000);
      int[] expected = encoder.tokenizer().ids(text);
      PieceStates states = encoder.encode(List.of(text), Role.QUERY).getFirst();
      assertThat(states.ids()).containsExactly(Arrays.copyOf(expected, states.size()));
      assertThat(states.size()).isBetween(10, 512);
    }
  }

  /** With special tokens and prefix they have the mean that the encoder makes of a text. */
  @Test
  void theVectorsAreThoseThatTheEncoderPools() {
    String text = "Where is the station?";
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(model, OnnxExportOptions.of(Precision.FP32).withHiddenStates(true));
    }
    try (ModelFolder model = ModelFolder.open(folder);
        PieceEncoder pieces = new PieceEncoder(model, SINGLE);
        Encoder encoder = OnnxEncoder.open(model, SINGLE)) {
      float[] alone = pieces.encode(List.of(text), Role.QUERY).getFirst().vectors();
      float[] beside = pieces.encode(List.of("x", text, "the cat"), Role.QUERY).get(1).vectors();
      assertThat(beside).containsExactly(alone);
      float[] sum = new float[32];
      for (int i = 0; i < alone.length; i++) {
        sum[i % 32] += alone[i];
      }
      float[] pooled = encoder.encode(List.of(text), Role.QUERY)[0];
      double product = 0;
      float[] unit = UnitLength.of(sum);
      for (int i = 0; i < 32; i++) {
        product += unit[i] * pooled[i];
      }
      // Four of the pieces are not in this mean.
      assertThat(product).isCloseTo(1, within(0.2));
    }
  }
}
