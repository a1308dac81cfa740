// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.samples.SampleTransformer;
import org.isogloss.modelio.samples.SampleTransformer.Golden;
import org.isogloss.runtime.export.Int8MatMulBuilder;
import org.isogloss.runtime.export.Precision;
import org.isogloss.runtime.export.TransformerGraph;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.GraphBuilder;
import org.isogloss.runtime.onnx.GraphWriter;
import org.isogloss.runtime.onnx.Initializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The form of a graph's weights depends on the processor, but the vectors do not. */
class WeightSignednessTest {
  @TempDir Path scratch;

  /**
   * With VNNI, every graph keeps the fast form; otherwise, every graph for which it is possible
   * uses the exact form.
   */
  @ParameterizedTest
  @CsvSource({
    "0, SIGNED,   SIGNED",
    "2, SIGNED,   SIGNED",
    "3, SIGNED,   SIGNED",
    "0, UNSIGNED, SIGNED",
    "1, UNSIGNED, SIGNED",
    "2, UNSIGNED, UNSIGNED",
    "3, UNSIGNED, UNSIGNED"
  })
  void selectsFormForGraphAndProcessor(
      int version, WeightSignedness exact, WeightSignedness expected) {
    assertThat(WeightSignedness.forGraph(version, exact)).isEqualTo(expected);
  }

  @Test
  void exportedGraphsCanBeExactOnEveryProcessor() {
    assertThat(WeightSignedness.forGraph(GraphWriter.VERSION, WeightSignedness.UNSIGNED))
        .isEqualTo(WeightSignedness.UNSIGNED);
  }

  /** The option that makes weights unsigned reduces the speed by 40 % on processors with VNNI. */
  @Test
  void signedFormSetsNoOption() throws OrtException {
    for (WeightSignedness form : WeightSignedness.values()) {
      try (OrtSession.SessionOptions options = OnnxRuntimeEnvironment.sessionOptions(1)) {
        form.applyTo(options);
        assertThat(options.getConfigEntries().containsKey("session.x64quantprecision"))
            .isEqualTo(form == WeightSignedness.UNSIGNED);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothFormsGiveSameResults(SampleTransformer sample) throws OrtException {
    assumeThat(WeightSignedness.fastestExact()).isEqualTo(WeightSignedness.SIGNED);
    Golden golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      Map<String, Object> signed = run(model, golden, WeightSignedness.SIGNED);
      Map<String, Object> unsigned = run(model, golden, WeightSignedness.UNSIGNED);
      assertThat(unsigned.keySet()).isEqualTo(signed.keySet()).isNotEmpty();
      signed.forEach((output, values) -> assertThat(unsigned.get(output)).isEqualTo(values));
    }
  }

  private static Map<String, Object> run(ModelFolder model, Golden golden, WeightSignedness exact)
      throws OrtException {
    try (GraphFile graph = GraphFile.findOrExport(model, Precision.INT8);
        OrtSession session = graph.open(exact)) {
      return GraphRunner.run(
          session,
          Map.of(
              TransformerGraph.INPUT_IDS, golden.ids(),
              TransformerGraph.ATTENTION_MASK, golden.mask(),
              TransformerGraph.TOKEN_TYPE_IDS, golden.types()));
    }
  }

  /** Sums of the largest values, which overflow if two products are added in 16 bits. */
  @ParameterizedTest
  @CsvSource({"1, 64, 1", "1, 384, 96", "3, 384, 17", "16, 384, 384", "70, 1536, 48"})
  void formOfThisProcessorIsExact(int rows, int in, int out) throws OrtException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] x = extremes(rows * in, random);
    byte[] w = extremes(in * out, random);
    float[] found = product(x, w, in, out);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < out; j++) {
        int sum = 0;
        for (int k = 0; k < in; k++) {
          sum += x[i * in + k] * w[k * out + j];
        }
        assertThat(found[i * out + j]).as("row %d, column %d, seed %d", i, j, seed).isEqualTo(sum);
      }
    }
  }

  private static byte[] extremes(int count, Random random) {
    byte[] values = new byte[count];
    for (int i = 0; i < count; i++) {
      values[i] = (byte) (random.nextInt(8) == 0 ? -127 : 127 - random.nextInt(2));
    }
    return values;
  }

  /**
   * Computes the product of bytes with the operator of {@link Int8MatMulBuilder}, without scales.
   */
  private static float[] product(byte[] x, byte[] w, int in, int out) throws OrtException {
    GraphBuilder graph = new GraphBuilder("product");
    graph.input("x", ElementType.FLOAT, "rows", String.valueOf(in));
    String one = graph.scalar(1f);
    String zero =
        graph.addInitializer(Initializer.bytes("zero", ElementType.UINT8, new long[0], (byte) 128));
    String weightZero =
        graph.addInitializer(Initializer.bytes("w_zero", ElementType.INT8, new long[0], (byte) 0));
    String matrix =
        graph.addInitializer(Initializer.bytes("w", ElementType.INT8, new long[] {in, out}, w));
    float[] ones = new float[out];
    Arrays.fill(ones, 1);
    String scales = graph.addInitializer(Initializer.floats("scales", new long[] {out}, ones));
    String bytes = graph.node("QuantizeLinear", List.of("x", one, zero));
    String product =
        graph.contribNode(
            "MatMulIntegerToFloat", List.of(bytes, matrix, one, scales, zero, weightZero));
    graph.output("y", product, "rows", String.valueOf(out));
    float[] values = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      values[i] = x[i];
    }
    try (OrtSession.SessionOptions options = OnnxRuntimeEnvironment.sessionOptions(1)) {
      WeightSignedness.fastestExact().applyTo(options);
      try (OrtSession session =
              OnnxRuntimeEnvironment.environment()
                  .createSession(GraphWriter.toBytes(graph), options);
          OnnxTensor input =
              OnnxTensor.createTensor(
                  OnnxRuntimeEnvironment.environment(),
                  FloatBuffer.wrap(values),
                  new long[] {values.length / in, in});
          OrtSession.Result result = session.run(Map.of("x", input))) {
        FloatBuffer found = ((OnnxTensor) result.get(0)).getFloatBuffer();
        float[] numbers = new float[found.remaining()];
        found.get(numbers);
        return numbers;
      }
    }
  }
}
