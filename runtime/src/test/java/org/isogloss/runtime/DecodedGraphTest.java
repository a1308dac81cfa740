// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.Span;
import org.isogloss.core.SpanEncoder;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.samples.SampleEncoder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.runtime.export.DecodedGraph;
import org.isogloss.runtime.export.OnnxExport;
import org.isogloss.runtime.export.OnnxExportOptions;
import org.isogloss.runtime.export.OnnxRestore;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.export.VocabularyFormat;
import org.isogloss.runtime.inference.GraphRunner;
import org.isogloss.runtime.onnx.GraphNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a GPU computes of a graph in eight bits, computed by a processor. */
class DecodedGraphTest {
  private static final InferenceOptions INT8 = new InferenceOptions(1, Precision.INT8);
  private static final InferenceOptions SINGLE = INT8.withPrecision(Precision.FP32);
  private static final List<String> TEXTS =
      List.of("the largest city in Poland", "Warsaw", "How many points did the Panthers lose?");

  @TempDir private Path scratch;

  /** Writes a folder with a graph in eight bits and without weights, like the shipped models. */
  private Path served(Path whole, VocabularyFormat vocabulary, boolean oneFile) {
    Path folder = scratch.resolve("served");
    try (ModelFolder model = ModelFolder.open(whole)) {
      OnnxExport.writeServingFolder(
          model,
          folder,
          OnnxExportOptions.forPrecision(Precision.INT8)
              .withVocabulary(vocabulary)
              .withSingleFile(oneFile));
    }
    return folder;
  }

  @ParameterizedTest
  @CsvSource({
    "BERT_ENCODER, INT8, true",
    "BERT_ENCODER, INT4, false",
    "XLMR_ENCODER, INT8, false",
    "XLMR_ENCODER, INT4, true"
  })
  void computesWithTheWeightsOfTheGraph(
      SampleTransformer sample, VocabularyFormat vocabulary, boolean oneFile) {
    Path served = served(sample.copyInto(scratch), vocabulary, oneFile);
    Path restored = scratch.resolve("restored");
    try (ModelFolder model = ModelFolder.open(served);
        Encoder decoded = Encoders.open(model, SINGLE)) {
      OnnxRestore.write(model, restored);
      try (ModelFolder weights = ModelFolder.open(restored);
          Encoder expected = Encoders.open(weights, SINGLE)) {
        float[][] vectors = expected.encode(TEXTS, Role.QUERY);
        float[][] found = decoded.encode(TEXTS, Role.QUERY);
        for (int i = 0; i < vectors.length; i++) {
          assertThat(found[i]).as(TEXTS.get(i)).containsExactly(vectors[i], within(1e-6f));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SampleEncoder.class)
  void isOfTheSameModelAndCloseToIt(SampleEncoder sample) {
    List<String> texts = sample.golden().texts();
    Path served = served(sample.copyInto(scratch), VocabularyFormat.INT8, false);
    try (ModelFolder model = ModelFolder.open(served);
        Encoder int8 = Encoders.open(model, INT8);
        Encoder decoded = Encoders.open(model, SINGLE)) {
      assertThat(decoded.fingerprint()).isEqualTo(int8.fingerprint());
      float[][] expected = int8.encode(texts, Role.PASSAGE);
      float[][] found = decoded.encode(texts, Role.PASSAGE);
      for (int i = 0; i < expected.length; i++) {
        assertThat(GraphRunner.cosine(found[i], expected[i])).isGreaterThan(0.98);
        assertThat(found[i]).as("activations are not quantised").isNotEqualTo(expected[i]);
      }
    }
  }

  /** Vectors of passages in their contexts are read from a value in the middle of the graph. */
  @Test
  void computesPassagesInTheirContexts() {
    Path served =
        served(SampleTransformer.BERT_ENCODER.copyInto(scratch), VocabularyFormat.INT8, false);
    try (ModelFolder model = ModelFolder.open(served);
        OnnxEncoder decoded = OnnxEncoder.open(model, SINGLE)) {
      String text = TEXTS.getFirst();
      SpanEncoder.Passages whole =
          new SpanEncoder.Passages("", text, List.of(new Span(0, text.length())));
      float[] found = decoded.spans().encode(List.of(whole), Role.PASSAGE).getFirst()[0];
      float[] expected = decoded.encode(List.of(text), Role.PASSAGE)[0];
      assertThat(found).containsExactly(expected, within(1e-5f));
    }
  }

  @Test
  void hasNoUnusedNodesAndNoProductsInEightBits() throws IOException {
    Path graph =
        served(SampleTransformer.BERT_ENCODER.copyInto(scratch), VocabularyFormat.INT8, true)
            .resolve("onnx")
            .resolve(Precision.INT8.fileName());
    byte[] bytes = Files.readAllBytes(graph);
    assertThat(DecodedGraph.isNeeded(GraphNodes.read(graph).operators())).isTrue();
    ByteBuffer decoded = DecodedGraph.of(graph, ByteBuffer.wrap(bytes));
    byte[] converted = new byte[decoded.remaining()];
    decoded.get(converted);
    Path file = scratch.resolve("decoded.onnx");
    Files.write(file, converted);
    assertThat(GraphNodes.read(file).operators())
        .contains("DequantizeLinear", "MatMul")
        .doesNotContain(
            "MatMulIntegerToFloat", "QuantizeLinear", "ReduceMax", "Max", "Neg", "Expand");
    assertThat(converted.length).isLessThan(bytes.length + 10_000);
  }

  @Test
  void weightsArePreferredToDecodedOnes() {
    Path whole = SampleTransformer.BERT_ENCODER.copyInto(scratch);
    String expected;
    try (ModelFolder model = ModelFolder.open(whole);
        Encoder encoder = Encoders.open(model, SINGLE)) {
      expected = encoder.fingerprint();
      OnnxExport.write(model, OnnxExportOptions.forPrecision(Precision.INT8));
    }
    try (ModelFolder model = ModelFolder.open(whole);
        Encoder encoder = Encoders.open(model, SINGLE)) {
      assertThat(encoder.fingerprint()).isEqualTo(expected);
    }
  }

  @Test
  void refusesOperatorsOfOtherProgramsThatAGpuHasNot() throws IOException {
    Path served =
        served(SampleTransformer.BERT_ENCODER.copyInto(scratch), VocabularyFormat.INT8, true);
    Path graph = served.resolve("onnx").resolve(Precision.INT8.fileName());
    String bytes = Files.readString(graph, StandardCharsets.ISO_8859_1);
    Files.writeString(
        graph, bytes.replaceFirst("isogloss", "somebody"), StandardCharsets.ISO_8859_1);
    try (ModelFolder model = ModelFolder.open(served)) {
      Encoders.open(model, INT8).close();
      assertThatThrownBy(() -> Encoders.open(model, INT8.withDevice("cuda")))
          .isInstanceOf(ModelFormatException.class)
          .hasMessageStartingWith(graph + ": computes in eight bits with operators")
          .hasMessageContaining("only for the CPU (MatMulIntegerToFloat)");
    }
  }

  @Test
  void reportsDamage() throws IOException {
    Path graph =
        served(SampleTransformer.BERT_ENCODER.copyInto(scratch), VocabularyFormat.INT8, true)
            .resolve("onnx")
            .resolve(Precision.INT8.fileName());
    ByteBuffer half = ByteBuffer.wrap(Files.readAllBytes(graph)).limit(10_000);
    assertThatThrownBy(() -> DecodedGraph.of(graph, half))
        .isInstanceOf(ModelFormatException.class)
        .hasMessage(graph + ": is not an ONNX graph, or is truncated");
  }
}
