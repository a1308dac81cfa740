// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.isogloss.core.Encoder;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Role;
import org.isogloss.core.util.UnitVectors;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleEncoder.Golden;
import org.isogloss.modelio.samples.SampleGraph;
import org.isogloss.runtime.Encoders;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.Precision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphImportTest {
  private static final float TOLERANCE = 1e-5f;

  @TempDir private Path scratch;

  private Path imported() {
    return scratch.resolve("imported");
  }

  private static GraphImport importOf(ModelFolder folder) {
    return new GraphImport(
        "graph", "MIT", folder.encoding(), GraphImport.findGraph(folder).orElseThrow());
  }

  private void importFolder(Path from) {
    try (ModelFolder folder = ModelFolder.open(from)) {
      importOf(folder).write(folder, imported());
    }
  }

  @ParameterizedTest
  @EnumSource(SampleGraph.class)
  void encodesTextsAsPythonDoes(SampleGraph sample) {
    importFolder(sample.copyInto(scratch));
    Golden golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(imported());
        Encoder encoder = Encoders.open(model, InferenceOptions.defaults().withThreads(1))) {
      assertThat(model.kind()).isEqualTo(ModelFolder.Kind.GRAPH);
      assertThat(model.dimension()).isEqualTo(encoder.dimension()).isEqualTo(32);
      for (int i = 0; i < golden.texts().size(); i++) {
        String text = golden.texts().get(i);
        assertThat(model.tokenizer().encode(text, 256).ids()).isEqualTo(golden.ids()[i]);
        assertThat(encoder.encode(List.of(text), Role.QUERY)[0])
            .containsExactly(golden.query()[i], within(TOLERANCE));
        assertThat(encoder.encode(List.of(text), Role.PASSAGE)[0])
            .containsExactly(golden.passage()[i], within(TOLERANCE));
      }
    }
  }

  @Test
  void keepsTheFirstDimensions() {
    try (ModelFolder folder = ModelFolder.open(SampleGraph.ELECTRA.copyInto(scratch))) {
      EncodingSettings encoding =
          new EncodingSettings("query: ", "passage: ", 64, Pooling.MEAN, OptionalInt.of(8));
      new GraphImport("graph", "MIT", encoding, "onnx/model.onnx").write(folder, imported());
    }
    try (ModelFolder model = ModelFolder.open(imported());
        Encoder encoder = Encoders.open(model, InferenceOptions.defaults().withThreads(1))) {
      Golden golden = SampleGraph.ELECTRA.golden();
      float[] expected = UnitVectors.normalize(Arrays.copyOf(golden.query()[0], 8));
      assertThat(encoder.encode(golden.texts(), Role.QUERY)[0])
          .containsExactly(expected, within(TOLERANCE));
    }
  }

  /** The graph of a known architecture is imported, too, if there is nothing else. */
  @Test
  void importsGraphOfKnownArchitectureWithoutWeights() {
    Path served = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(SampleEncoder.DISTILBERT.copyInto(scratch))) {
      OnnxExport.writeServingFolder(model, served, OnnxExportOptions.forPrecision(Precision.FP32));
    }
    importFolder(served);
    Golden golden = SampleEncoder.DISTILBERT.golden();
    try (ModelFolder model = ModelFolder.open(imported());
        Encoder encoder = Encoders.open(model, InferenceOptions.defaults().withThreads(1))) {
      assertThat(model.kind()).isEqualTo(ModelFolder.Kind.TRANSFORMER);
      assertThat(encoder.encode(golden.texts(), Role.QUERY)[0])
          .containsExactly(golden.query()[0], within(TOLERANCE));
    }
  }

  @Test
  void folderThatIsNotImportedSaysSo() {
    try (ModelFolder model = ModelFolder.open(SampleGraph.LLAMA.copyInto(scratch))) {
      assertThatThrownBy(() -> Encoders.open(model, InferenceOptions.defaults()))
          .hasMessageEndingWith(
              "has no graph onnx/model.onnx: import the model, with the graph that is to run");
    }
  }

  @Test
  void rejectsPoolingThatIsNotThatOfTheGraph() throws IOException {
    Path folder = SampleGraph.LLAMA.copyInto(scratch);
    Files.createDirectory(folder.resolve("1_Pooling"));
    Files.writeString(
        folder.resolve("1_Pooling/config.json"), "{\"pooling_mode_mean_tokens\": true}");
    assertThatThrownBy(() -> importFolder(folder))
        .hasMessageContaining("with the output, sentence_embedding or token_embeddings")
        .hasMessageEndingWith("the same vector after the pooling MEAN and the dense layers");
    assertThat(imported()).doesNotExist();
  }

  @Test
  void requiresPoolingOfTokenVectors() throws IOException {
    Path folder = SampleGraph.ELECTRA.copyInto(scratch);
    Files.delete(folder.resolve("modules.json"));
    Files.delete(folder.resolve("1_Pooling/config.json"));
    assertThatThrownBy(() -> importFolder(folder))
        .hasMessageEndingWith(
            "has token vectors as its output, and the folder does not state their pooling,"
                + " expected a pooling, as the description of the model states it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret.onnx_", "/etc/../passwd_", "other.onnx_data"})
  void rejectsExternalDataElsewhere(String location) throws IOException {
    Path folder = SampleGraph.LLAMA.copyInto(scratch);
    Files.copy(folder.resolve("model.onnx_data"), scratch.resolve("secret.onnx_"));
    Files.copy(folder.resolve("model.onnx_data"), folder.resolve("other.onnx_data"));
    Path graph = folder.resolve("model.onnx");
    String bytes = Files.readString(graph, StandardCharsets.ISO_8859_1);
    Files.writeString(
        graph, bytes.replace("model.onnx_data", location), StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> importFolder(folder)).hasMessageContaining(location);
    assertThat(imported()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"onnx/model.onnx", "model.onnx", "model.onnx_data"})
  void rejectsTruncatedFiles(String name) throws IOException {
    SampleGraph sample = name.startsWith("onnx/") ? SampleGraph.ELECTRA : SampleGraph.LLAMA;
    Path file = sample.copyInto(scratch).resolve(name);
    byte[] bytes = Files.readAllBytes(file);
    for (int length : new int[] {0, 1, 100, bytes.length / 2, bytes.length - 1}) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> importFolder(scratch.resolve(sample.folderName())))
          .as("%d bytes", length)
          .isInstanceOf(IsoglossException.class);
      assertThat(imported()).doesNotExist();
    }
  }
}
