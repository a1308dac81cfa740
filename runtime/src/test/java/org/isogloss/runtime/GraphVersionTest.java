package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.model.ModelFolder;
import org.isogloss.model.samples.SmallTransformer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphVersionTest {
  @TempDir private Path scratch;

  private Path head(ProtoMessage message) throws IOException {
    Path file = scratch.resolve("graph.onnx");
    try (var out = Files.newOutputStream(file)) {
      message.writeTo(out);
    }
    return file;
  }

  @Test
  void aGraphSaysWhichVersionWroteIt() {
    try (ModelFolder model = ModelFolder.open(SmallTransformer.BERT_ENCODER.copyInto(scratch))) {
      for (Precision precision : Precision.values()) {
        Path graph = OnnxExport.write(model, OnnxExportOptions.of(precision));
        assertThat(GraphVersion.of(graph)).isEqualTo(GraphWriter.VERSION);
      }
    }
  }

  @Test
  void ourFirstGraphsAndThoseOfOthersSayNone() throws IOException {
    assertThat(GraphVersion.of(head(new ProtoMessage().integer(1, 10).text(2, "isogloss"))))
        .isZero();
    assertThat(GraphVersion.of(head(new ProtoMessage().text(2, "pytorch").text(3, "2.10.0"))))
        .isZero();
    assertThat(GraphVersion.of(head(new ProtoMessage().text(2, "pytorch").text(3, "2")))).isZero();
    assertThat(GraphVersion.of(head(new ProtoMessage().text(2, "isogloss").text(3, "two"))))
        .isZero();
  }

  @Test
  void whatIsNoGraphSaysNone() throws IOException {
    Path file = scratch.resolve("text.onnx");
    Files.write(file, "this is no graph".getBytes(StandardCharsets.UTF_8));
    assertThat(GraphVersion.of(file)).isZero();
    Files.write(file, new byte[0]);
    assertThat(GraphVersion.of(file)).isZero();
  }
}
