// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares with SentencePiece 0.2.3; see the README of the golden files. */
class SentencePieceModelTest {
  private static byte[] read(String name) throws IOException {
    try (InputStream file =
            SentencePieceModelTest.class.getResourceAsStream("sentencepiece/" + name);
        InputStream bytes = new GZIPInputStream(file)) {
      return bytes.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unigram", "bpe", "bpe-bytes"})
  void splitsAsSentencePiece(String name) throws IOException {
    JsonNode golden = new ObjectMapper().readTree(read("pieces.json.gz"));
    SentencePieceModel model = SentencePieceModel.of(read(name + ".model.gz"));
    assertThat(golden.get("texts")).hasSizeGreaterThan(300);
    for (int i = 0; i < golden.get("texts").size(); i++) {
      String text = golden.get("texts").get(i).textValue();
      assertThat(model.pieces(text))
          .as(text)
          .containsExactlyElementsOf(
              StreamSupport.stream(golden.get(name).get(i).spliterator(), false)
                  .map(JsonNode::textValue)
                  .toList());
    }
  }

  @Test
  void rejectsOtherFiles() throws IOException {
    byte[] model = read("bpe.model.gz");
    assertThatThrownBy(() -> SentencePieceModel.of(Arrays.copyOf(model, 1000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ends too early");
    assertThatThrownBy(() -> SentencePieceModel.of(new byte[0]))
        .hasMessageContaining("a file without pieces, expected a SentencePiece model");
  }

  @Test
  void damageCausesOnlyReportedErrors() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] model = read("unigram.model.gz");
    for (int round = 0; round < 30; round++) {
      byte[] damaged = model.clone();
      for (int i = 0; i < 20; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(SentencePieceModel.of(damaged).pieces("ﬁ The cat 我!")).isNotNull();
      } catch (IllegalArgumentException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining("a");
      }
    }
  }
}
