// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufMessage;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.OnnxEncoder;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.OnnxRestore;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalDataCheckTest {
  @TempDir private Path scratch;
  private Path folder;
  private Path graph;

  @BeforeEach
  void exportGraph() {
    folder = scratch.resolve("model");
    try (ModelFolder model = ModelFolder.open(SampleTransformer.BERT_ENCODER.copyInto(scratch))) {
      OnnxExport.writeServingFolder(model, folder, OnnxExportOptions.forPrecision(Precision.FP32));
    }
    graph = folder.resolve("onnx/model.onnx");
  }

  /** Moves the weights out of the folder and refers to them with a path of the same length. */
  private void moveWeights(String location) throws IOException {
    Path data = folder.resolve("onnx/model.onnx_data");
    Path target = folder.resolve("onnx").resolve(location).normalize();
    Files.createDirectories(target.getParent());
    Files.move(data, target);
    String bytes = Files.readString(graph, StandardCharsets.ISO_8859_1);
    Files.writeString(
        graph, bytes.replace("model.onnx_data", location), StandardCharsets.ISO_8859_1);
  }

  @Test
  void acceptsWeightsNextToGraphExceptInMemory() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(graph));
    assertThatCode(() -> ExternalDataCheck.requireInside(graph)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ExternalDataCheck.requireNone(graph, bytes))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("model.onnx_data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../data-file", "../data-file.bi"})
  void rejectsWeightsAboveFolder(String location) throws IOException {
    moveWeights(location);
    assertRejected("expected a file inside the folder");
  }

  @Test
  void rejectsAbsolutePath() throws IOException {
    moveWeights("sub/data-file/x");
    String bytes = Files.readString(graph, StandardCharsets.ISO_8859_1);
    Files.writeString(
        graph, bytes.replace("sub/data-file/x", "/etc/./hostname"), StandardCharsets.ISO_8859_1);
    assertRejected("expected a file inside the folder");
  }

  @Test
  void rejectsLinkToWeights() throws IOException {
    Path data = folder.resolve("onnx/model.onnx_data");
    Path outside = scratch.resolve("secret");
    Files.move(data, outside);
    Files.createSymbolicLink(data, outside);
    assertRejected("is a link to");
  }

  @Test
  void rejectsLinkToGraph() throws IOException {
    Path outside = scratch.resolve("secret.onnx");
    Files.move(graph, outside);
    Files.createSymbolicLink(graph, outside);
    assertRejected("is a link to");
  }

  @Test
  void reportsMissingFile() throws IOException {
    Files.delete(folder.resolve("onnx/model.onnx_data"));
    assertThatThrownBy(() -> ExternalDataCheck.requireInside(graph))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("model.onnx_data")
        .hasMessageContaining("missing");
  }

  @Test
  void findsTensorsInNestedGraphsAndFunctions() throws IOException {
    ProtobufMessage location = new ProtobufMessage().string(1, "location").string(2, "../x");
    ProtobufMessage tensor = new ProtobufMessage().string(8, "t").message(13, location);
    ProtobufMessage constant =
        new ProtobufMessage().message(5, new ProtobufMessage().message(5, tensor));
    ProtobufMessage inner = new ProtobufMessage().message(1, constant);
    ProtobufMessage nested =
        new ProtobufMessage()
            .message(1, new ProtobufMessage().message(5, new ProtobufMessage().message(6, inner)));
    ProtobufMessage sparse =
        new ProtobufMessage().message(15, new ProtobufMessage().message(2, tensor));
    for (ProtobufMessage model :
        new ProtobufMessage[] {
          new ProtobufMessage().message(7, nested),
          new ProtobufMessage().message(7, sparse),
          new ProtobufMessage().message(25, new ProtobufMessage().message(7, constant)),
          new ProtobufMessage().message(20, new ProtobufMessage().message(2, inner))
        }) {
      Path file = scratch.resolve("nested.onnx");
      try (OutputStream out = Files.newOutputStream(file)) {
        model.writeTo(out);
      }
      assertThatThrownBy(() -> ExternalDataCheck.requireInside(file))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("../x");
    }
  }

  @Test
  void rejectsDeeplyNestedGraphs() throws IOException {
    ProtobufMessage graphs = new ProtobufMessage();
    for (int i = 0; i < 5000; i++) {
      ProtobufMessage attribute = new ProtobufMessage().message(6, graphs);
      graphs = new ProtobufMessage().message(1, new ProtobufMessage().message(5, attribute));
    }
    Path file = scratch.resolve("deep.onnx");
    try (OutputStream out = Files.newOutputStream(file)) {
      new ProtobufMessage().message(7, graphs).writeTo(out);
    }
    assertThatThrownBy(() -> ExternalDataCheck.requireInside(file))
        .isInstanceOf(ModelFormatException.class);
  }

  private void assertRejected(String problem) {
    assertThatThrownBy(
            () -> {
              try (ModelFolder model = ModelFolder.open(folder)) {
                OnnxEncoder.open(
                        model,
                        InferenceOptions.defaults().withThreads(1).withPrecision(Precision.FP32))
                    .close();
              }
            })
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(problem);
    assertThatThrownBy(
            () -> {
              try (ModelFolder model = ModelFolder.open(folder)) {
                OnnxRestore.write(model, scratch.resolve("restored"));
              }
            })
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining(problem);
    assertThat(scratch.resolve("restored")).doesNotExist();
  }
}
