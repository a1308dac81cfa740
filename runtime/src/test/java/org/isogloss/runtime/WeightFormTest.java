package org.isogloss.runtime;

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
import org.isogloss.model.ModelFolder;
import org.isogloss.model.samples.SmallTransformer;
import org.isogloss.model.samples.SmallTransformer.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The form of a graph's weights depends on the processor; the vectors do not. */
class WeightFormTest {
  @TempDir Path scratch;

  /** With VNNI every graph keeps the fast form; without it, every graph that can be exact is. */
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
  void theFormFitsGraphAndProcessor(int version, WeightForm exact, WeightForm expected) {
    assertThat(WeightForm.of(version, exact)).isEqualTo(expected);
  }

  @Test
  void whatIsExportedTodayCanBeExactOnEveryProcessor() {
    assertThat(WeightForm.of(GraphWriter.VERSION, WeightForm.UNSIGNED))
        .isEqualTo(WeightForm.UNSIGNED);
  }

  /** An option that makes weights unsigned costs 40 % of the speed on processors with VNNI. */
  @Test
  void signedWeightsAreLeftAsTheyAre() throws OrtException {
    for (WeightForm form : WeightForm.values()) {
      try (OrtSession.SessionOptions options = OnnxRuntime.options(1)) {
        form.applyTo(options);
        assertThat(options.getConfigEntries().containsKey("session.x64quantprecision"))
            .isEqualTo(form == WeightForm.UNSIGNED);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void bothFormsGiveTheSameNumbers(SmallTransformer sample) throws OrtException {
    assumeThat(WeightForm.exact()).isEqualTo(WeightForm.SIGNED);
    Golden golden = sample.golden();
    try (ModelFolder model = ModelFolder.open(sample.copyInto(scratch))) {
      Map<String, Object> signed = run(model, golden, WeightForm.SIGNED);
      Map<String, Object> unsigned = run(model, golden, WeightForm.UNSIGNED);
      assertThat(unsigned.keySet()).isEqualTo(signed.keySet()).isNotEmpty();
      signed.forEach((output, values) -> assertThat(unsigned.get(output)).isEqualTo(values));
    }
  }

  private static Map<String, Object> run(ModelFolder model, Golden golden, WeightForm exact)
      throws OrtException {
    try (GraphFile graph = GraphFile.of(model, Precision.INT8);
        OrtSession session = graph.open(exact)) {
      return Graphs.run(
          session,
          Map.of(
              TransformerGraph.IDS, golden.ids(),
              TransformerGraph.MASK, golden.mask(),
              TransformerGraph.SEGMENTS, golden.types()));
    }
  }

  /** Sums of the largest numbers: where two products are added in 16 bits, these overflow. */
  @ParameterizedTest
  @CsvSource({"1, 64, 1", "1, 384, 96", "3, 384, 17", "16, 384, 384", "70, 1536, 48"})
  void theFormOfThisProcessorIsExact(int rows, int in, int out) throws OrtException {
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

  /** What the operator of {@link IntegerProduct} makes of bytes, without scales. */
  private static float[] product(byte[] x, byte[] w, int in, int out) throws OrtException {
    GraphBuilder graph = new GraphBuilder("product");
    graph.input("x", ElementType.FLOAT, "rows", String.valueOf(in));
    String one = graph.scalar(1f);
    String zero = graph.add(Initializer.bytes("zero", ElementType.UINT8, new long[0], (byte) 128));
    String weightZero =
        graph.add(Initializer.bytes("w_zero", ElementType.INT8, new long[0], (byte) 0));
    String matrix = graph.add(Initializer.bytes("w", ElementType.INT8, new long[] {in, out}, w));
    float[] ones = new float[out];
    Arrays.fill(ones, 1);
    String scales = graph.add(Initializer.floats("scales", new long[] {out}, ones));
    String bytes = graph.node("QuantizeLinear", List.of("x", one, zero));
    String product =
        graph.fused("MatMulIntegerToFloat", List.of(bytes, matrix, one, scales, zero, weightZero));
    graph.output("y", product, "rows", String.valueOf(out));
    float[] values = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      values[i] = x[i];
    }
    try (OrtSession.SessionOptions options = OnnxRuntime.options(1)) {
      WeightForm.exact().applyTo(options);
      try (OrtSession session =
              OnnxRuntime.environment().createSession(GraphWriter.bytes(graph), options);
          OnnxTensor input =
              OnnxTensor.createTensor(
                  OnnxRuntime.environment(),
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
