// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.isogloss.runtime.onnx.GraphBuilder.attribute;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleGraph;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;
import org.isogloss.runtime.onnx.Initializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs of a table of token vectors, each with another mistake. */
class EncoderContractTest {
  private static final String[] VARYING = {"batch", "tokens"};
  private static final String HIDDEN = "last_hidden_state";

  @TempDir private Path scratch;
  private final GraphBuilder graph = new GraphBuilder("test");

  private String tokenVectors(String... shape) {
    graph.input("input_ids", ElementType.INT64, shape);
    graph.input("attention_mask", ElementType.INT64, VARYING);
    float[] table = new float[400 * 32];
    Random random = new Random(7);
    for (int i = 0; i < table.length; i++) {
      table[i] = (float) random.nextGaussian();
    }
    String rows = graph.addInitializer(Initializer.floats("table", new long[] {400, 32}, table));
    return graph.node("Gather", List.of(rows, "input_ids"));
  }

  private void output(String from) {
    graph.output(HIDDEN, from, "batch", "tokens", "32");
  }

  private int verify() throws IOException {
    Path folder = scratch.resolve("electra");
    if (!folder.toFile().exists()) {
      SampleGraph.ELECTRA.copyInto(scratch);
    }
    new GraphWriter(graph, folder.resolve("onnx/model.onnx")).writeSingleFile();
    try (ModelFolder model = ModelFolder.open(folder)) {
      Path imported = scratch.resolve("imported");
      new GraphImport("graph", "MIT", model.encoding(), "onnx/model.onnx").write(model, imported);
      try (ModelFolder written = ModelFolder.open(imported)) {
        return written.dimension();
      }
    }
  }

  private void requireRejected(UnaryOperator<String> change, String message) {
    output(change.apply(tokenVectors(VARYING)));
    assertThatThrownBy(this::verify)
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(message);
  }

  @Test
  void acceptsTokenVectors() throws IOException {
    output(tokenVectors(VARYING));
    assertThat(verify()).isEqualTo(32);
  }

  @Test
  void rejectsDependenceOnOtherTexts() {
    requireRejected(
        x -> graph.node("Sub", List.of(x, graph.node("ReduceMax", List.of(x)))),
        "with other texts in the batch, expected no dependence on them");
  }

  @Test
  void rejectsDependenceOnPadding() {
    requireRejected(
        x ->
            graph.node(
                "Sub",
                List.of(x, graph.node("ReduceMean", List.of(x, graph.vector("axes", 1, 2))))),
        "with padding, expected no dependence on it");
  }

  @Test
  void rejectsVectorsWithoutDirection() {
    requireRejected(
        x -> graph.node("Mul", List.of(x, graph.scalar(0f))), "computes a vector of zeros");
  }

  @Test
  void rejectsNumbersThatAreNotFinite() {
    requireRejected(
        x -> graph.node("Div", List.of(x, graph.scalar(0f))), "numbers that are not finite");
  }

  @Test
  void reportsMemoryThatCannotBeAllocated() {
    requireRejected(
        x ->
            graph.node(
                "Add",
                List.of(
                    x,
                    graph.node(
                        "ReduceMax",
                        List.of(
                            graph.node(
                                "ConstantOfShape", List.of(graph.vector("huge", 1L << 50))))))),
        "ONNX Runtime");
  }

  @Test
  void rejectsInputsOfFixedSize() {
    output(tokenVectors("1", "16"));
    assertThatThrownBy(this::verify)
        .hasMessageEndingWith(
            "requires the input input_ids INT64[1, 16], expected integers [batch, tokens] of which"
                + " both sizes can vary (-1)");
  }

  @Test
  void rejectsInputsOfDecoders() {
    graph.input("past_key_values.0.key", ElementType.FLOAT, "batch", "2", "tokens", "8");
    output(tokenVectors(VARYING));
    assertThatThrownBy(this::verify)
        .hasMessageContaining("requires the input past_key_values.0.key, expected one of");
  }

  @Test
  void rejectsOutputsOfClassifiers() {
    String x = tokenVectors(VARYING);
    graph.output(
        "logits",
        graph.node("ReduceMax", List.of(x, graph.vector("axes", 2)), attribute("keepdims", 0)),
        VARYING);
    assertThatThrownBy(this::verify)
        .hasMessageContaining("has the outputs [logits FLOAT[-1, -1]], expected sentence_embedding")
        .hasMessageEndingWith("a cross-encoder cannot encode texts");
  }

  @Test
  void rejectsHugeVectors() {
    String wide =
        graph.node("Tile", List.of(tokenVectors(VARYING), graph.vector("repeats", 1, 1, 1 << 12)));
    graph.output(HIDDEN, wide, "batch", "tokens", "131072");
    assertThatThrownBy(this::verify)
        .hasMessageEndingWith("has vectors of dimension 131072, expected at most 65536");
  }
}
