// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.isogloss.modelio.TestResources;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.safetensors.TensorInfo;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads the index of multilingual BERT; the data file contains only the first tensor. */
class TensorFlowBundleTest {
  private static final long DATA_BYTES = 714_260_460;

  @TempDir Path folder;
  private Path index;

  @BeforeEach
  void createBundle() throws IOException {
    index =
        Files.copy(
            TestResources.path("tensorflow/variables.index"), folder.resolve("variables.index"));
    // The rest is a hole in the file, which uses no disk space.
    try (RandomAccessFile data =
        new RandomAccessFile(folder.resolve("variables.data-00000-of-00001").toFile(), "rw")) {
      data.write(Files.readAllBytes(TestResources.path("tensorflow/layer-norm-beta.bin")));
      data.setLength(DATA_BYTES);
    }
  }

  @Test
  void readsBundleWrittenByTensorFlow() {
    try (TensorFlowBundle bundle = TensorFlowBundle.open(index)) {
      assertThat(bundle.tensors()).hasSize(204);
      assertThat(bundle.tensors().get("module/bert/embeddings/word_embeddings").describe())
          .isEqualTo("F32[119547, 768]");
      assertThat(bundle.tensors().values().stream().mapToLong(TensorInfo::byteSize).sum())
          .isEqualTo(DATA_BYTES);
      List<ByteBuffer> beta = bundle.chunks("module/bert/embeddings/LayerNorm/beta");
      assertThat(beta).hasSize(1);
      assertThat(beta.getFirst().remaining()).isEqualTo(3072);
    }
  }

  @Test
  void rejectsTensorWithWrongChecksum() {
    try (TensorFlowBundle bundle = TensorFlowBundle.open(index)) {
      assertThatThrownBy(() -> bundle.chunks("module/bert/embeddings/LayerNorm/gamma"))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("LayerNorm/gamma\" does not match its checksum");
    }
  }

  @Test
  void reportsDamagedIndex() throws IOException {
    byte[] whole = Files.readAllBytes(index);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length - 48)] ^= (byte) (1 + random.nextInt(255));
      Files.write(index, damaged);
      assertThatThrownBy(() -> TensorFlowBundle.open(index).close())
          .as("seed %d, damage %d", seed, i)
          .isInstanceOf(ModelFormatException.class)
          .hasMessageStartingWith(index.toString());
    }
  }

  @Test
  void rejectsTruncatedDataOnOpening() throws IOException {
    try (RandomAccessFile data =
        new RandomAccessFile(folder.resolve("variables.data-00000-of-00001").toFile(), "rw")) {
      data.setLength(DATA_BYTES - 1);
    }
    assertThatThrownBy(() -> TensorFlowBundle.open(index))
        .hasMessageContaining("get a complete copy");
  }

  @Test
  void mapsNamesToHuggingFace() {
    try (TensorFlowBundle bundle = TensorFlowBundle.open(index)) {
      assertThat(TensorFlowBert.tensorNames(bundle.tensors().keySet()))
          .hasSize(204)
          .containsEntry(
              "bert.encoder.layer.11.attention.self.query.weight",
              "module/bert/encoder/layer_11/attention/self/query/kernel")
          .containsEntry(
              "bert.encoder.layer.0.output.LayerNorm.bias",
              "module/bert/encoder/layer_0/output/LayerNorm/beta")
          .containsEntry(
              "bert.embeddings.word_embeddings.weight", "module/bert/embeddings/word_embeddings")
          .containsEntry("bert.pooler.dense.weight", "module/bert/pooler/dense/kernel")
          .containsEntry("cls.predictions.bias", "module/cls/predictions/output_bias")
          .containsEntry(
              "cls.predictions.transform.LayerNorm.weight",
              "module/cls/predictions/transform/LayerNorm/gamma");
    }
  }
}
