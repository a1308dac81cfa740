// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.DataType;
import org.isogloss.modelio.safetensors.Safetensors;
import org.isogloss.modelio.safetensors.SafetensorsWriter;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.transformer.TransformerConfig;
import org.isogloss.modelio.transformer.TransformerHead;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransformerWeightsTest {
  @TempDir private Path scratch;

  @ParameterizedTest
  @EnumSource(SampleTransformer.class)
  void mapsToCanonicalNames(SampleTransformer model) {
    Path folder = model.copyInto(scratch);
    try (TransformerWeights weights = TransformerWeights.open(ModelFolder.open(folder))) {
      TransformerConfig config = TransformerConfig.read(folder);
      assertThat(weights.tensors().keySet())
          .contains(
              "embeddings.word_embeddings.weight",
              "encoder.layer.1.attention.self.query.weight",
              "encoder.layer.1.output.LayerNorm.bias")
          .noneMatch(name -> name.contains("bert") || name.startsWith("lm_head"));
      weights.tensor(
          "embeddings.word_embeddings.weight", config.vocabularySize(), config.hiddenSize());
      if (model.name().endsWith("CLASSIFIER")) {
        weights.tensor("pooler.dense.weight", 32, 32);
        assertThat(weights.has("classifier.weight")).isTrue();
      }
      if (model.name().endsWith("LANGUAGE_MODEL")) {
        weights.tensor("cls.predictions.transform.LayerNorm.weight", 32);
        weights.tensor("cls.predictions.bias", config.vocabularySize());
      }
    }
  }

  @Test
  void readsFourBitMatrices() {
    // Row 0: nibbles 0 to 15 twice, times 0.5; row 1: all -1, times -2.
    byte[] packed = new byte[32];
    for (int i = 0; i < 16; i++) {
      packed[i] = (byte) ((2 * i & 15) | ((2 * i + 1 & 15) << 4));
      packed[16 + i] = (byte) 0xff;
    }
    write(packed, DataType.U8, 0.5f, -2);
    float[] expected = new float[64];
    for (int i = 0; i < 32; i++) {
      int nibble = i % 16;
      expected[i] = 0.5f * (nibble > 7 ? nibble - 16 : nibble);
      expected[32 + i] = 2;
    }
    try (TransformerWeights weights = TransformerWeights.open(ModelFolder.open(scratch))) {
      assertThat(weights.floats("encoder.x.weight", 2, 32)).isEqualTo(expected);
      assertThat(weights.tensors().get("encoder.x.weight").describe()).isEqualTo("F32[2, 32]");
      assertThat(weights.tensors()).hasSize(1);
      float[] end = new float[3];
      weights.floats("encoder.x.weight", 32, FloatBuffer.wrap(end));
      assertThat(end).containsOnly(2);
    }
  }

  @Test
  void reportsInvalidFourBitMatrix() {
    write(new byte[32], DataType.I8, 1, 1);
    ModelFolder folder = ModelFolder.open(scratch);
    assertThatThrownBy(() -> TransformerWeights.open(folder))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContainingAll("encoder.x.weight.int4", "I8[2, 16]", "expected U8");
  }

  @Test
  void reportsNearestNameAndFoundShape() {
    Path folder = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    try (TransformerWeights weights = TransformerWeights.open(ModelFolder.open(folder))) {
      assertThatThrownBy(() -> weights.floats("pooler.dense.weigth", 32, 32))
          .hasMessageContaining("did you mean \"pooler.dense.weight\"?");
      assertThatThrownBy(() -> weights.floats("pooler.dense.weight", 32, 64))
          .hasMessageContainingAll("[32, 32]", "[32, 64]");
    }
  }

  private void write(byte[] packed, DataType type, float... scales) {
    SampleTransformer.BERT_ENCODER.copyInto(scratch.resolve("other"));
    TransformerConfig.read(scratch.resolve("other/bert-encoder"))
        .write(scratch, TransformerHead.NONE, List.of());
    new SafetensorsWriter()
        .add(new TensorInfo("encoder.x.weight.int4", type, 2, 16), out -> out.bytes(packed))
        .add(
            new TensorInfo("encoder.x.weight.scale", DataType.F16, 2, 1), out -> out.floats(scales))
        .write(scratch.resolve(Safetensors.FILE));
  }
}
