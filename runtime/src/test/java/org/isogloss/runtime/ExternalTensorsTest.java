package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.ModelFormatException;
import org.isogloss.model.samples.SmallTransformer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalTensorsTest {
  @TempDir private Path scratch;
  private Path folder;
  private Path graph;

  @BeforeEach
  void served() {
    folder = scratch.resolve("model");
    try (ModelFolder model = ModelFolder.open(SmallTransformer.BERT_ENCODER.copyInto(scratch))) {
      OnnxExport.writeServed(model, folder, OnnxExportOptions.of(Precision.FP32));
    }
    graph = folder.resolve("onnx/model.onnx");
  }

  /** Moves the weights out of the folder and refers to them by a path of the same length. */
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
  void weightsBesideTheGraphAreReadButNotForAGraphInMemory() throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(graph));
    assertThatCode(() -> ExternalTensors.requireInside(graph)).doesNotThrowAnyException();
    assertThatThrownBy(() -> ExternalTensors.refuse(graph, bytes))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("model.onnx_data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../data-file", "../data-file.bi"})
  void weightsAboveTheFolderAreNeitherRunNorRestored(String location) throws IOException {
    moveWeights(location);
    requireRefused("expected one inside the folder");
  }

  @Test
  void weightsUnderAnAbsolutePathAreRefused() throws IOException {
    moveWeights("sub/data-file/x");
    String bytes = Files.readString(graph, StandardCharsets.ISO_8859_1);
    Files.writeString(
        graph, bytes.replace("sub/data-file/x", "/etc/./hostname"), StandardCharsets.ISO_8859_1);
    requireRefused("expected one inside the folder");
  }

  @Test
  void weightsBehindALinkAreRefused() throws IOException {
    Path data = folder.resolve("onnx/model.onnx_data");
    Path outside = scratch.resolve("secret");
    Files.move(data, outside);
    Files.createSymbolicLink(data, outside);
    requireRefused("is a link to");
  }

  @Test
  void aGraphThatIsALinkIsRefused() throws IOException {
    Path outside = scratch.resolve("secret.onnx");
    Files.move(graph, outside);
    Files.createSymbolicLink(graph, outside);
    requireRefused("is a link to");
  }

  @Test
  void aMissingFileIsReported() throws IOException {
    Files.delete(folder.resolve("onnx/model.onnx_data"));
    assertThatThrownBy(() -> ExternalTensors.requireInside(graph))
        .isInstanceOf(ModelFormatException.class)
        .hasMessageContaining("model.onnx_data")
        .hasMessageContaining("missing");
  }

  @Test
  void tensorsInAttributesOfNestedGraphsAndFunctionsAreFound() throws IOException {
    ProtoMessage location = new ProtoMessage().text(1, "location").text(2, "../x");
    ProtoMessage tensor = new ProtoMessage().text(8, "t").message(13, location);
    ProtoMessage constant = new ProtoMessage().message(5, new ProtoMessage().message(5, tensor));
    ProtoMessage inner = new ProtoMessage().message(1, constant);
    ProtoMessage nested =
        new ProtoMessage()
            .message(1, new ProtoMessage().message(5, new ProtoMessage().message(6, inner)));
    ProtoMessage sparse = new ProtoMessage().message(15, new ProtoMessage().message(2, tensor));
    for (ProtoMessage model :
        new ProtoMessage[] {
          new ProtoMessage().message(7, nested),
          new ProtoMessage().message(7, sparse),
          new ProtoMessage().message(25, new ProtoMessage().message(7, constant)),
          new ProtoMessage().message(20, new ProtoMessage().message(2, inner))
        }) {
      Path file = scratch.resolve("nested.onnx");
      try (OutputStream out = Files.newOutputStream(file)) {
        model.writeTo(out);
      }
      assertThatThrownBy(() -> ExternalTensors.requireInside(file))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageContaining("../x");
    }
  }

  @Test
  void graphsWithinGraphsWithoutEndAreRefused() throws IOException {
    ProtoMessage graphs = new ProtoMessage();
    for (int i = 0; i < 5000; i++) {
      ProtoMessage attribute = new ProtoMessage().message(6, graphs);
      graphs = new ProtoMessage().message(1, new ProtoMessage().message(5, attribute));
    }
    Path file = scratch.resolve("deep.onnx");
    try (OutputStream out = Files.newOutputStream(file)) {
      new ProtoMessage().message(7, graphs).writeTo(out);
    }
    assertThatThrownBy(() -> ExternalTensors.requireInside(file))
        .isInstanceOf(ModelFormatException.class);
  }

  private void requireRefused(String problem) {
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
