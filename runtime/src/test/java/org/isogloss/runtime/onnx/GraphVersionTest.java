// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.protobuf.ProtobufMessage;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphVersionTest {
  @TempDir private Path scratch;

  private Path head(ProtobufMessage message) throws IOException {
    Path file = scratch.resolve("graph.onnx");
    try (var out = Files.newOutputStream(file)) {
      message.writeTo(out);
    }
    return file;
  }

  @Test
  void readsVersionOfWriter() {
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch))) {
      for (Precision precision : Precision.values()) {
        Path graph = OnnxExport.write(model, OnnxExportOptions.forPrecision(precision));
        assertThat(GraphVersion.of(graph)).isEqualTo(GraphWriter.VERSION);
      }
    }
  }

  @Test
  void returnsZeroForVersionOneAndOtherProducers() throws IOException {
    assertThat(GraphVersion.of(head(new ProtobufMessage().integer(1, 10).string(2, "isogloss"))))
        .isZero();
    assertThat(
            GraphVersion.of(head(new ProtobufMessage().string(2, "pytorch").string(3, "2.10.0"))))
        .isZero();
    assertThat(GraphVersion.of(head(new ProtobufMessage().string(2, "pytorch").string(3, "2"))))
        .isZero();
    assertThat(GraphVersion.of(head(new ProtobufMessage().string(2, "isogloss").string(3, "two"))))
        .isZero();
  }

  @Test
  void returnsZeroForOtherFiles() throws IOException {
    Path file = scratch.resolve("text.onnx");
    Files.write(file, "this is no graph".getBytes(StandardCharsets.UTF_8));
    assertThat(GraphVersion.of(file)).isZero();
    Files.write(file, new byte[0]);
    assertThat(GraphVersion.of(file)).isZero();
  }
}
