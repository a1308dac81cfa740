// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.TokenProjection;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
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
      return new TokenEncoder(model, Optional.empty(), SINGLE);
    }
  }

  @Test
  void returnsOnlyTokensOfText() {
    try (TokenEncoder encoder = open()) {
      List<String> texts = List.of("the largest city", "", "x");
      List<TokenEmbeddings> states = encoder.encode(texts, Role.PASSAGE);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(states.get(i).tokens().ids())
            .containsExactly(encoder.tokenizer().ids(texts.get(i)));
      }
      assertThat(states.getFirst().vectors()).hasSize(states.getFirst().size() * 32);
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
      assertThat(Arrays.copyOfRange(states.tokens().ids(), states.size() - 20, states.size()))
          .containsExactly(end);
    }
  }

  @Test
  void truncatesLongQuery() {
    try (TokenEncoder encoder = open()) {
      String text = "How many points did the Panthers lose in the last game? ".repeat(9000);
      int[] expected = encoder.tokenizer().ids(text);
      TokenEmbeddings states = encoder.encode(List.of(text), Role.QUERY).getFirst();
      assertThat(states.tokens().ids()).containsExactly(Arrays.copyOf(expected, states.size()));
      assertThat(states.size()).isBetween(10, 512);
    }
  }

  @Test
  void projectsStates() {
    Random random = new Random(5);
    float[] matrix = new float[4 * 32];
    for (int i = 0; i < matrix.length; i++) {
      matrix[i] = (float) random.nextGaussian();
    }
    List<String> texts = List.of("the largest city", "", "x");
    try (ModelFolder model = ModelFolder.open(folder);
        TokenEncoder plain = open();
        TokenEncoder projecting =
            new TokenEncoder(model, Optional.of(new TokenProjection(matrix, 32)), SINGLE)) {
      assertThat(projecting.dimension()).isEqualTo(4);
      List<TokenEmbeddings> states = plain.encode(texts, Role.QUERY);
      List<TokenEmbeddings> projected = projecting.encode(texts, Role.QUERY);
      for (int i = 0; i < texts.size(); i++) {
        float[] expected = new float[states.get(i).size() * 4];
        for (int j = 0; j < expected.length; j++) {
          for (int k = 0; k < 32; k++) {
            expected[j] += matrix[j % 4 * 32 + k] * states.get(i).vectors()[j / 4 * 32 + k];
          }
        }
        assertThat(projected.get(i).vectors()).containsExactly(expected, within(1e-5f));
        assertThat(projected.get(i).pooled()).containsExactly(states.get(i).pooled());
      }
    }
  }

  @Test
  void pooledVectorsAreThoseOfTheEncoder() {
    List<String> texts = List.of("Where is the station?", "x", "the cat", "", " \u3000");
    try (ModelFolder model = ModelFolder.open(folder)) {
      OnnxExport.write(
          model, OnnxExportOptions.forPrecision(Precision.FP32).withHiddenStates(true));
    }
    try (ModelFolder model = ModelFolder.open(folder);
        TokenEncoder tokenEncoder = new TokenEncoder(model, Optional.empty(), SINGLE);
        Encoder encoder = OnnxEncoder.open(model, SINGLE)) {
      for (Role role : Role.values()) {
        List<TokenEmbeddings> batched = tokenEncoder.encode(texts, role);
        float[][] expected = encoder.encode(texts, role);
        for (int i = 0; i < texts.size(); i++) {
          assertThat(batched.get(i).pooled()).containsExactly(expected[i], within(1e-5f));
          assertThat(tokenEncoder.encode(List.of(texts.get(i)), role).getFirst().vectors())
              .containsExactly(batched.get(i).vectors());
          assertThat(tokenEncoder.tokens(texts.get(i), role).starts())
              .containsExactly(batched.get(i).tokens().starts());
        }
      }
    }
  }
}
