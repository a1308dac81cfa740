// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.inference.L2Normalization;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenEncoderTest {
  private static final InferenceOptions SINGLE = new InferenceOptions(1, Precision.FP32);

  @TempDir Path scratch;
  private Path folder;

  @BeforeEach
  void copyModel() {
    folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
  }

  private TokenEncoder open() {
    try (ModelFolder model = ModelFolder.open(folder)) {
      return new TokenEncoder(model, SINGLE);
    }
  }

  @Test
  void returnsOnlyTokensOfText() {
    try (TokenEncoder encoder = open()) {
      List<String> texts = List.of("the largest city", "", "x");
      List<TokenEmbeddings> states = encoder.encode(texts, Role.PASSAGE);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(states.get(i).ids()).containsExactly(encoder.tokenizer().ids(texts.get(i)));
      }
      assertThat(states.getFirst().hidden()).isEqualTo(32);
      assertThat(states.get(1).vectors()).isEmpty();
    }
  }

  @Test
  void longPassageHasAllTokensWithOverlapTwice() {
    try (TokenEncoder encoder = open()) {
      String text = "How many points did the Panthers lose in the last game? ".repeat(90);
      int[] expected = encoder.tokenizer().ids(text);
      TokenEmbeddings states = encoder.encode(List.of(text), Role.PASSAGE).getFirst();
      assertThat(states.size()).isGreaterThan(expected.length);
      assertThat(states.vectors()).hasSize(states.size() * 32);
      int[] end = Arrays.copyOfRange(expected, expected.length - 20, expected.length);
      assertThat(Arrays.copyOfRange(states.ids(), states.size() - 20, states.size()))
          .containsExactly(end);
    }
  }

  @Test
  void truncatesLongQuery() {
    try (TokenEncoder encoder = open()) {
      String text = "How many points did the Panthers lose in the last game? ".repeat(9000);
      int[] expected = encoder.tokenizer().ids(text);
      TokenEmbeddings states = encoder.encode(List.of(text), Role.QUERY).getFirst();
      assertThat(states.ids()).containsExactly(Arrays.copyOf(expected, states.size()));
      assertThat(states.size()).isBetween(10, 512);
    }
  }

  /** Together with the special tokens and the prefix, their mean is the vector of the encoder. */
  @Test
  void vectorsMatchPooledEncoder() {
    String text = "Where is the station?";
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(
          model, OnnxExportOptions.forPrecision(Precision.FP32).withHiddenStates(true));
    }
    try (ModelFolder model = ModelFolder.open(folder);
        TokenEncoder tokenEncoder = new TokenEncoder(model, SINGLE);
        Encoder encoder = OnnxEncoder.open(model, SINGLE)) {
      float[] alone = tokenEncoder.encode(List.of(text), Role.QUERY).getFirst().vectors();
      float[] batched =
          tokenEncoder.encode(List.of("x", text, "the cat"), Role.QUERY).get(1).vectors();
      assertThat(batched).containsExactly(alone);
      float[] sum = new float[32];
      for (int i = 0; i < alone.length; i++) {
        sum[i % 32] += alone[i];
      }
      float[] pooled = encoder.encode(List.of(text), Role.QUERY)[0];
      double product = 0;
      float[] unit = L2Normalization.normalize(sum);
      for (int i = 0; i < 32; i++) {
        product += unit[i] * pooled[i];
      }
      // Four tokens are not included in this mean.
      assertThat(product).isCloseTo(1, within(0.2));
    }
  }
}
